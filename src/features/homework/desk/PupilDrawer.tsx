import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { FocusFirstAction } from '../../../ui/focus/FocusFirstAction.tsx'
import { findCurrentRow } from '../../../ui/list/rows.ts'
import styles from './Desk.module.css'

type PupilDrawerProps = { onClose: () => void; children: ReactNode }

/** The list of pupils as a modal dialog, on windows without a column for it. */
export function PupilDrawer({ onClose, children }: PupilDrawerProps) {
  const t = useT('desk')
  const dialogRef = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = dialogRef.current
    dialog?.showModal()
    findCurrentRow(dialog)?.focus()
    // The browser restores the focus only if the dialog is closed before it is removed.
    return () => dialog?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a modal dialog on Escape.
    <dialog
      ref={dialogRef}
      className={styles.drawer}
      // biome-ignore lint/a11y/noRedundantRoles: single-key shortcuts are disabled by a selector for the role.
      role="dialog"
      aria-modal="true"
      aria-label={t('list.label')}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      onClick={event => event.target === dialogRef.current && onClose()}
    >
      <ActionIcon variant="subtle" className={styles.close} aria-label={t('list.close')} onClick={onClose}>
        <IconX aria-hidden />
      </ActionIcon>
      <FocusFirstAction>{children}</FocusFirstAction>
    </dialog>
  )
}
