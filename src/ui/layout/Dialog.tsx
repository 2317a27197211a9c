import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFrontClose } from '../focus/floating.ts'
import { useFocusBack } from '../focus/isFocusLost.ts'
import styles from './Dialog.module.css'

type DialogProps = {
  title: string
  /** Escape and a click outside, and where it has a label a button; without it the dialog has to be answered. */
  close?: { label?: string; run: () => void }
  /** What Escape does where there is no close button; nothing without it. */
  onEscape?: () => void
  /**
   * `wide` is as large as the page allows, for what is looked at; its content fills the height. `tall` is the whole of a
   * phone, for a form that grows.
   */
  size?: 'normal' | 'wide' | 'tall'
  children: ReactNode
}

/** A question or a list over the work. Focus stays in it and goes back to where it came from. */
export function Dialog({ title, close, onEscape, size = 'normal', children }: DialogProps) {
  useFocusBack()
  const [root, closeInFront] = useFrontClose(close?.run ?? onEscape)
  return (
    <Modal
      ref={root}
      opened
      size={size === 'wide' ? '80rem' : '30rem'}
      onClose={closeInFront}
      title={title}
      withCloseButton={close?.label !== undefined}
      closeOnClickOutside={close !== undefined}
      closeOnEscape={close !== undefined || onEscape !== undefined}
      closeButtonProps={{ 'aria-label': close?.label }}
      centered
      classNames={{
        content: `${styles.content} ${styles[size] ?? ''}`,
        header: styles[size === 'wide' ? 'wideHeader' : 'header'] ?? '',
        body: styles[size === 'wide' ? 'wideBody' : 'body'] ?? '',
        title: styles.title ?? '',
        inner: size === 'tall' ? (styles.tallInner ?? '') : '',
      }}
    >
      {children}
    </Modal>
  )
}
