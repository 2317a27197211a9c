import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { FocusFirstAction } from '../focus/FocusFirstAction.tsx'
import { useRestoreFocus } from '../focus/isFocusLost.ts'
import { useCloseTopDialog } from '../focus/overlays.ts'
import styles from './Dialog.module.css'

type DialogProps = {
  title: string
  /**
   * Called on Escape and on a click outside. `label` adds a close button. Without `close`, the user must choose an
   * action in the dialog.
   */
  close?: { label?: string; run: () => void }
  /** Action of Escape in a dialog without `close`. */
  onEscape?: () => void
  /** `wide` is as large as possible, for previews; the content fills the height. `tall` fills the screen on phones. */
  size?: 'normal' | 'wide' | 'tall'
  /** Whether the dialog is a screen with an address, so that Back closes it without an entry of its own. */
  hasAddress?: boolean
  children: ReactNode
}

/** Modal dialog. Focuses its first action, or the element with `data-autofocus`, and returns the focus on close. */
export function Dialog({ title, close, onEscape, size = 'normal', hasAddress, children }: DialogProps) {
  useRestoreFocus()
  const [root, closeIfTop] = useCloseTopDialog(close?.run ?? onEscape)
  return (
    <Modal
      ref={root}
      opened
      size={size === 'wide' ? '80rem' : '30rem'}
      onClose={closeIfTop}
      title={title}
      withCloseButton={close?.label !== undefined}
      closeOnClickOutside={close !== undefined}
      closeOnEscape={close !== undefined || onEscape !== undefined}
      closeButtonProps={{ 'aria-label': close?.label }}
      centered
      attributes={{ header: { role: 'presentation' }, content: { 'data-has-address': hasAddress } }}
      classNames={{
        content: `${styles.content} ${styles[size] ?? ''}`,
        header: styles[size === 'wide' ? 'wideHeader' : 'header'] ?? '',
        body: styles[size === 'wide' ? 'wideBody' : 'body'] ?? '',
        title: styles.title ?? '',
        close: styles.close ?? '',
        inner: size === 'tall' ? (styles.tallInner ?? '') : '',
      }}
    >
      <FocusFirstAction>{children}</FocusFirstAction>
    </Modal>
  )
}
