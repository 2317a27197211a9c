import { Drawer as MantineDrawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { FocusFirstAction } from '../focus/FocusFirstAction.tsx'
import { useRestoreFocus } from '../focus/isFocusLost.ts'
import { useCloseTopDialog } from '../focus/overlays.ts'
import styles from './Dialog.module.css'

type DrawerProps = {
  title: string
  /** Line below the title, without a border below it. */
  lead?: string
  close: { label: string; run: () => void }
  /** `bottom` is as high as its content, for phones. */
  side?: 'right' | 'bottom'
  /** As in `Dialog`. */
  hasAddress?: boolean
  children: ReactNode
}

/**
 * Modal drawer. At the right edge it fills the screen on phones. Focuses its first action, or the element with
 * `data-autofocus`, and returns the focus on close.
 */
export function Drawer({ title, lead, close, side = 'right', hasAddress, children }: DrawerProps) {
  useRestoreFocus()
  const [root, closeIfTop] = useCloseTopDialog(close.run)
  return (
    <MantineDrawer
      ref={root}
      opened
      position={side}
      size={side === 'right' ? '35rem' : 'auto'}
      onClose={closeIfTop}
      title={title}
      closeButtonProps={{ 'aria-label': close.label }}
      returnFocus={false}
      // A header element in a dialog would be a second banner of the page.
      attributes={{
        header: { role: 'presentation', 'data-led': lead === undefined ? undefined : '' },
        content: { 'data-has-address': hasAddress },
      }}
      classNames={{
        content: `${styles.content} ${styles.drawer} ${side === 'bottom' ? styles.sheet : ''}`,
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
