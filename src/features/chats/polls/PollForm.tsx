import { Button, Checkbox, Group, Kbd, Stack, Textarea } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import type { Chat } from '../../../contract/chats.ts'
import { useKeyLabel } from '../../../i18n/useKeyLabel.ts'
import { useT } from '../../../i18n/useT.ts'
import { randomUuid } from '../../../lib/encoding.ts'
import { withDraft } from '../../../outbox/drafts/acquireDraft.ts'
import { useDraft } from '../../../outbox/drafts/useDraft.ts'
import { useDraftForm } from '../../../outbox/drafts/useDraftForm.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { SingleTabForm } from '../../../ui/feedback/SingleTabForm.tsx'
import { isComposing } from '../../../ui/focus/isComposing.ts'
import { Dialog } from '../../../ui/layout/Dialog.tsx'
import { AudienceLine, useAudience } from '../Audience.tsx'
import { focusMessageField } from '../MessageField.tsx'
import { useLoadedState } from '../messageQueue.ts'
import { createMessageEntries, type LoadedState } from '../messageWrite.ts'
import styles from './PollForm.module.css'
import { PollOptionFields } from './PollOptionFields.tsx'
import {
  blankPoll,
  createRows,
  type OptionRow,
  type PollDraft,
  type PollProblems,
  parsePoll,
  pollDraft,
} from './pollFields.ts'

type NewPollProps = { chat: Chat; close: () => void }

/** Suspends until the draft is read, so that the dialog opens at its full size. */
export function NewPoll(props: NewPollProps) {
  const t = useT('polls')
  const { draft, state } = useDraft(pollDraft, String(props.chat.id))
  return (
    <Dialog title={t('form.title')} close={{ label: t('form.close'), run: props.close }} size="tall">
      <SingleTabForm draft={draft} state={state} getLines={({ question, options }) => [question, ...options]}>
        <PollFields {...props} />
      </SingleTabForm>
    </Dialog>
  )
}

function PollFields({ chat, close }: NewPollProps) {
  const t = useT('polls')
  const tComposer = useT('composer')
  const keyLabel = useKeyLabel()
  const outbox = useOutbox()
  const loaded = useLoadedState(chat.id)
  const audience = useAudience(chat)
  const formRef = useRef<HTMLFormElement>(null)
  const questionRef = useRef<HTMLTextAreaElement>(null)
  const form = useDraftForm(pollDraft, String(chat.id), blankPoll)
  // Keys keep the focus in its row when the user adds or removes another row.
  const [rows, setRows] = useState<readonly OptionRow[]>(() => createRows(form.value.options))
  const values: PollDraft = { ...form.value, options: rows.map(({ text }) => text) }
  const [focusKey, setFocusKey] = useState<number>()
  const [isSubmitted, setSubmitted] = useState(false)
  const [isSending, setSending] = useState(false)
  const [hasStorageError, setStorageError] = useState(false)
  const problems = isSubmitted ? getProblems(values) : undefined

  const handleChange = (changes: Partial<PollDraft>) => {
    setStorageError(false)
    form.change({ options: values.options, ...changes })
  }
  const handleRowsChange = (next: readonly OptionRow[]) => {
    setRows(next)
    handleChange({ options: next.map(({ text }) => text) })
  }
  const submit = async () => {
    const isSent = await sendPollDraft(outbox, chat.id, loaded())
    // Another tab has taken over the draft.
    if (!isSent && form.draft.state().isReadOnly) return setSending(false)
    // Unless the user has closed the dialog meanwhile.
    const hasFocus = formRef.current?.contains(document.activeElement)
    close()
    if (hasFocus) setTimeout(focusMessageField)
  }
  const send = (event?: FormEvent) => {
    event?.preventDefault()
    setSubmitted(true)
    const invalid = getProblems(values)
    if (invalid) {
      const first = Math.min(...invalid.options.keys())
      if (invalid.question) questionRef.current?.focus()
      else setFocusKey(rows[first]?.key)
    } else if (!isSending) {
      setSending(true)
      submit().catch(() => {
        setSending(false)
        setStorageError(true)
      })
    }
  }
  const question = problems?.question
  return (
    <form
      ref={formRef}
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
        {!form.state.isPersistent && <Notice tone="warn">{tComposer('notKept')}</Notice>}
        <Textarea
          ref={questionRef}
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
          value={values.question}
          onChange={({ currentTarget }) => handleChange({ question: currentTarget.value })}
          onKeyDown={event => {
            const { key, shiftKey, ctrlKey, metaKey } = event
            if (key !== 'Enter' || isComposing(event) || shiftKey || ctrlKey || metaKey) return
            event.preventDefault()
            setFocusKey(rows[0]?.key)
          }}
        />
        <PollOptionFields
          rows={rows}
          onChange={handleRowsChange}
          problems={problems?.options}
          focusKey={focusKey}
          setFocusKey={setFocusKey}
        />
        <Checkbox
          label={t('form.several')}
          description={t('form.severalHint')}
          checked={values.several}
          onChange={event => handleChange({ several: event.currentTarget.checked })}
        />
        <Checkbox
          label={t('form.anonymous')}
          description={t('form.anonymousHint')}
          checked={values.anonymous}
          onChange={event => handleChange({ anonymous: event.currentTarget.checked })}
        />
        <AudienceLine sentence={audience.sentence} />
        {hasStorageError && (
          <Notice tone="danger" role="alert">
            {tComposer('notStored')}
          </Notice>
        )}
        <Group gap="sm">
          <Button
            type="submit"
            variant="filled"
            aria-disabled={isSending}
            aria-keyshortcuts="Control+Enter Meta+Enter"
          >
            {t(isSending ? 'form.sending' : 'form.send')}
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

/** Returns undefined if the poll can be sent. */
function getProblems(values: PollDraft): PollProblems | undefined {
  const result = parsePoll(values)
  return 'problems' in result ? result.problems : undefined
}

/**
 * Moves a poll from its draft to the outbox in one transaction, even if the form is closed. Resolves to false
 * without a valid draft, e.g. because another tab has sent it. Throws `StorageError` if it can't be stored.
 */
export function sendPollDraft(outbox: Outbox, chatId: number, loaded: LoadedState): Promise<boolean> {
  return withDraft(outbox, pollDraft, String(chatId), async draft => {
    const { value } = draft.state()
    const result = value && parsePoll(value)
    if (!result || !('poll' in result)) return false
    const entries = createMessageEntries(chatId, result.poll, loaded, randomUuid())
    return draft.submit(
      value,
      draftChange => outbox.writes.addAll(entries, draftChange),
      () => blankPoll,
    )
  })
}
