import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { FocusFirstAction } from '../../../ui/focus/FocusFirstAction.tsx'
import { findCurrentRow } from '../../../ui/list/rows.ts'
import styles from './Desk.module.css'

/**
 * The list of pupils as a modal dialog, on windows without a column for it. The browser traps and restores the focus.
 */
export function PupilDrawer({ close, children }: { close: () => void; children: ReactNode }) {
  const t = useT('desk')
  const dialog = useRef<HTMLDialogElement>(null)
  // Close the dialog before it leaves the document. A removed dialog does not restore the focus.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    findCurrentRow(shown)?.focus()
    return () => shown?.close()
  }, [])
  return (
    // The role in words, too: single keys rest under what says that it is a modal dialog.
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, as of every dialog of the platform.
    <dialog
      ref={dialog}
      className={styles.drawer}
      // biome-ignore lint/a11y/noRedundantRoles: see above.
      role="dialog"
      aria-modal="true"
      aria-label={t('list.label')}
      onCancel={event => {
        event.preventDefault()
        close()
      }}
      onClick={event => event.target === dialog.current && close()}
    >
      <ActionIcon variant="subtle" className={styles.close} aria-label={t('list.close')} onClick={close}>
        <IconX aria-hidden />
      </ActionIcon>
      <FocusFirstAction>{children}</FocusFirstAction>
    </dialog>
  )
}
