import { Drawer as MantineDrawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { FocusFirstAction } from '../focus/FocusFirstAction.tsx'
import { useRestoreFocus } from '../focus/isFocusLost.ts'
import { useCloseTopDialog } from '../focus/overlays.ts'
import styles from './Dialog.module.css'

type DrawerProps = {
  title: string
  /** Line below the title. No border separates it from the content. */
  lead?: string
  close: { label: string; run: () => void }
  children: ReactNode
}

/**
 * Modal drawer at the right edge for a form or a list. Opens with the focus on its first action, traps the focus, and
 * returns it on close. Fills the screen on phones.
 */
export function Drawer({ title, lead, close, children }: DrawerProps) {
  useRestoreFocus()
  const [root, closeIfTop] = useCloseTopDialog(close.run)
  return (
    <MantineDrawer
      ref={root}
      opened
      position="right"
      size="35rem"
      onClose={closeIfTop}
      title={title}
      closeButtonProps={{ 'aria-label': close.label }}
      returnFocus={false}
      // A header element in a dialog would count as a second banner of the page.
      attributes={{ header: { role: 'presentation', 'data-led': lead === undefined ? undefined : '' } }}
      classNames={{
        content: `${styles.content} ${styles.drawer}`,
        header: styles.drawerHeader ?? '',
        title: styles.title ?? '',
        body: styles.drawerBody ?? '',
      }}
    >
      {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      <FocusFirstAction>{children}</FocusFirstAction>
    </MantineDrawer>
  )
}
