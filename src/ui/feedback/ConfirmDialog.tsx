import { Button, Group, TextInput, type TextInputProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { isComposing } from '../focus/isComposing.ts'
import { WhyDisabled } from '../inputs/WhyDisabled.tsx'
import { Dialog } from '../layout/Dialog.tsx'
import styles from './ConfirmDialog.module.css'
import { Notice } from './Notice.tsx'

type ConfirmDialogProps = {
  title: string
  /** Explains the consequences, in paragraphs. */
  children: ReactNode
  /** Also called on Escape and on a click outside. The button has the focus. */
  cancel: { label: string; run: () => void }
  /** Missing if the dialog only informs. */
  confirm?: { label: string; icon?: ReactNode; run: () => void } | undefined
}

/** Asks for confirmation of an action that can't be undone, or only for a short time. */
export function ConfirmDialog({ title, children, cancel, confirm }: ConfirmDialogProps) {
  return (
    <Dialog title={title} close={{ run: cancel.run }}>
      <div className={styles.text}>{children}</div>
      <Group justify="space-between" gap="sm" mt="1.25rem">
        <Button data-autofocus onClick={cancel.run}>
          {cancel.label}
        </Button>
        {confirm && (
          <Button
            variant="subtle"
            style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}
            h="auto"
            mih="var(--control)"
            c="var(--danger-text)"
            leftSection={confirm.icon}
            onClick={confirm.run}
          >
            {confirm.label}
          </Button>
        )}
      </Group>
    </Dialog>
  )
}

type TypeToConfirmProps = {
  /** The label states what to type. */
  field: Pick<TextInputProps, 'label' | 'description' | 'aria-label' | 'autoFocus'>
  isValid: (text: string) => boolean
  confirm: { label: string; icon?: ReactNode; run: () => void }
  isBusy: boolean
  failure: string | undefined
  children?: ReactNode
}

/** Confirmation of a larger loss. The user must type a name or a word. */
export function TypeToConfirm({ field, isValid, confirm, isBusy, failure, children }: TypeToConfirmProps) {
  const [typed, setTyped] = useState('')
  const isReady = isValid(typed)
  const run = () => {
    if (isReady && !isBusy) confirm.run()
  }
  return (
    <>
      <Group className={styles.typeToConfirm ?? ''} align="flex-end" gap="sm">
        <TextInput
          {...field}
          inputWrapperOrder={['label', 'description', 'input', 'error']}
          className={styles.field ?? ''}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={event => {
            if (event.key !== 'Enter' || isComposing(event)) return
            event.preventDefault()
            if (!event.repeat) run()
          }}
        />
        <WhyDisabled reason={!isReady && (field.description ?? field.label)}>
          <Button
            className={isReady ? (styles.danger ?? '') : ''}
            aria-disabled={isBusy}
            leftSection={confirm.icon}
            onClick={run}
          >
            {confirm.label}
          </Button>
        </WhyDisabled>
        {children}
      </Group>
      {failure !== undefined && (
        <Notice tone="danger" role="alert">
          {failure}
        </Notice>
      )}
    </>
  )
}
