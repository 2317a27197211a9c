import { Button, Checkbox, Group, Kbd, Stack, Textarea } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import type { Chat } from '../../../contract/chats.ts'
import { useKeyLabel } from '../../../i18n/useKeyLabel.ts'
import { useT } from '../../../i18n/useT.ts'
import { randomUuid } from '../../../lib/encoding.ts'
import { withDraft } from '../../../outbox/drafts/acquireDraft.ts'
import type { DraftState, OpenDraft } from '../../../outbox/drafts/Drafts.ts'
import { useDraft } from '../../../outbox/drafts/useDraft.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { OneWriter } from '../../../ui/feedback/OneWriter.tsx'
import { isComposing } from '../../../ui/focus/isComposing.ts'
import { Dialog } from '../../../ui/layout/Dialog.tsx'
import { AudienceLine, useAudience } from '../Audience.tsx'
import { focusField } from '../MessageField.tsx'
import { useLoaded } from '../messageQueue.ts'
import { type Loaded, messageEntries } from '../messageWrite.ts'
import { Answers } from './Answers.tsx'
import styles from './PollForm.module.css'
import {
  type AnswerRow,
  blankPoll,
  type PollDraft,
  type PollProblems,
  pollDraft,
  readPoll,
  rowsOf,
} from './pollFields.ts'

type NewPollProps = { chat: Chat; close: () => void }

/**
 * Form for a poll in a chat. Its draft is stored until it is sent. Suspends until the draft is read, so that the dialog
 * opens at its full size.
 */
export function NewPoll(props: NewPollProps) {
  const t = useT('polls')
  const { draft, state } = useDraft(pollDraft, String(props.chat.id))
  return (
    <Dialog title={t('form.title')} close={{ label: t('form.close'), run: props.close }} size="tall">
      <OneWriter draft={draft} state={state} lines={({ question, options }) => [question, ...options]}>
        <PollFields {...props} draft={draft} state={state} />
      </OneWriter>
    </Dialog>
  )
}

type Written = Omit<PollDraft, 'options'> & { rows: readonly AnswerRow[] }

const draftOf = ({ rows, ...rest }: Written): PollDraft => ({
  ...rest,
  options: rows.map(({ text }) => text),
})

type PollFieldsProps = NewPollProps & { draft: OpenDraft<PollDraft>; state: DraftState<PollDraft> }

/** The fields of a poll. They are stored on this device while the user types, and sent once. */
function PollFields({ chat, close, draft, state }: PollFieldsProps) {
  const t = useT('polls')
  const tComposer = useT('composer')
  const keyLabel = useKeyLabel()
  const outbox = useOutbox()
  const loaded = useLoaded(chat.id)
  const audience = useAudience(chat)
  const box = useRef<HTMLFormElement>(null)
  const [written, setWritten] = useState<Written>(() => {
    const { options, ...rest } = state.value ?? blankPoll
    return { ...rest, rows: rowsOf(options) }
  })
  const [focusTo, setFocusTo] = useState<number>()
  const [tried, setTried] = useState(false)
  const [sending, setSending] = useState(false)
  const [notStored, setNotStored] = useState(false)
  // After the first attempt to send, errors are updated while the user types.
  const problems = tried ? problemsOf(written) : undefined

  const change = (changes: Partial<Written>) => {
    const next = { ...written, ...changes }
    setWritten(next)
    setNotStored(false)
    draft.set(draftOf(next))
  }
  const onItsWay = async () => {
    await sendPollDraft(outbox, chat.id, loaded())
    // If the user has closed the dialog in the meantime, the focus stays where it is.
    const isHere = box.current?.contains(document.activeElement)
    close()
    if (isHere) setTimeout(focusField)
  }
  const send = (event?: FormEvent) => {
    event?.preventDefault()
    setTried(true)
    const wrong = problemsOf(written)
    if (wrong) {
      const first = Math.min(...wrong.options.keys())
      if (wrong.question) box.current?.querySelector('textarea')?.focus()
      else box.current?.querySelectorAll<HTMLElement>('[data-answer]')[first]?.focus()
    } else if (!sending) {
      setSending(true)
      onItsWay().catch(() => {
        setSending(false)
        setNotStored(true)
      })
    }
  }
  const question = problems?.question
  return (
    <form
      ref={box}
      noValidate
      onSubmit={send}
      onKeyDown={event => {
        const { key, ctrlKey, metaKey, repeat } = event
        if (key !== 'Enter' || isComposing(event) || !(ctrlKey || metaKey)) return
        event.preventDefault()
        if (!repeat) send()
      }}
    >
      <Stack gap="lg" mt="sm">
        {!state.kept && <Notice tone="warn">{tComposer('notKept')}</Notice>}
        <Textarea
          label={t('form.question')}
          error={
            question &&
            (question === 'missing' ? t('form.errors.question') : t('form.errors.questionTooLong', question))
          }
          classNames={{ input: styles.question ?? '' }}
          attributes={{ input: { dir: 'auto' } }}
          rows={1}
          data-autofocus
          required
          value={written.question}
          onChange={({ currentTarget }) => change({ question: currentTarget.value })}
          onKeyDown={event => {
            const { key, shiftKey, ctrlKey, metaKey } = event
            if (key !== 'Enter' || isComposing(event) || shiftKey || ctrlKey || metaKey) return
            event.preventDefault()
            setFocusTo(written.rows[0]?.key)
          }}
        />
        <Answers
          rows={written.rows}
          change={rows => change({ rows })}
          problems={problems?.options}
          focusTo={focusTo}
          setFocusTo={setFocusTo}
        />
        <Checkbox
          label={t('form.several')}
          description={t('form.severalHint')}
          checked={written.several}
          onChange={event => change({ several: event.currentTarget.checked })}
        />
        <Checkbox
          label={t('form.anonymous')}
          description={t('form.anonymousHint')}
          checked={written.anonymous}
          onChange={event => change({ anonymous: event.currentTarget.checked })}
        />
        <AudienceLine sentence={audience.sentence} />
        {notStored && (
          <Notice tone="danger" role="alert">
            {tComposer('notStored')}
          </Notice>
        )}
        <Group gap="sm">
          <Button
            type="submit"
            variant="filled"
            aria-disabled={sending}
            aria-keyshortcuts="Control+Enter Meta+Enter"
          >
            {t(sending ? 'form.sending' : 'form.send')}
            <Kbd aria-hidden>{keyLabel('Ctrl+Enter')}</Kbd>
          </Button>
          <Button variant="subtle" onClick={close}>
            {t('form.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Returns the errors of the fields, or undefined if the poll can be sent. */
function problemsOf(written: Written): PollProblems | undefined {
  const read = readPoll(draftOf(written))
  return 'problems' in read ? read.problems : undefined
}

/**
 * Moves the poll of a chat from its draft to the outbox in one transaction, even if the form is closed. Resolves to
 * false if there is no valid draft, for example because another tab has sent it. Throws `StorageError` if it can't be
 * stored. Then the draft remains.
 */
export function sendPollDraft(outbox: Outbox, chatId: number, loaded: Loaded): Promise<boolean> {
  return withDraft(outbox, pollDraft, String(chatId), async draft => {
    const { value } = draft.state()
    const read = value && readPoll(value)
    if (!read || !('poll' in read)) return false
    const entries = messageEntries(chatId, read.poll, loaded, randomUuid())
    return draft.submit(
      value,
      beside => outbox.writes.addAll(entries, beside),
      () => blankPoll,
    )
  })
}
