import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './Dialog.module.css'
import { MantineRoot } from './MantineRoot.tsx'

type DialogProps = {
  title: string
  /** Asks for a close button's label; without one the dialog has to be answered. */
  close?: { label: string; run: () => void }
  children: ReactNode
}

/** A question or a list over the work. Focus stays in it and goes back to where it came from. */
export function Dialog({ title, close, children }: DialogProps) {
  return (
    <MantineRoot>
      <Modal
        opened
        size="30rem"
        onClose={close?.run ?? (() => undefined)}
        title={title}
        withCloseButton={close !== undefined}
        closeOnClickOutside={close !== undefined}
        closeOnEscape={close !== undefined}
        closeButtonProps={{ 'aria-label': close?.label }}
        centered
        padding={0}
        transitionProps={{ duration: 0 }}
        overlayProps={{ color: 'var(--veil)', backgroundOpacity: 1 }}
        // A header in a dialog would count as a second banner of the page.
        attributes={{ header: { role: 'presentation' } }}
        classNames={{
          content: styles.content ?? '',
          header: styles.header ?? '',
          title: styles.title ?? '',
          overlay: styles.overlay ?? '',
        }}
      >
        {children}
      </Modal>
    </MantineRoot>
  )
}
