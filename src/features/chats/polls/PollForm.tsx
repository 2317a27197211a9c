import { Button, Checkbox, Group, Kbd, Stack, Textarea } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import type { Chat } from '../../../contract/chats.ts'
import { useDelivery } from '../../../delivery/DeliveryContext.ts'
import { useDraft } from '../../../delivery/drafts/useDraft.ts'
import { useDraftForm } from '../../../delivery/drafts/useDraftForm.ts'
import { useKeyLabel } from '../../../i18n/useKeyLabel.ts'
import { useT } from '../../../i18n/useT.ts'
import { DraftVersions } from '../../../ui/feedback/DraftVersions.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useStoredAction } from '../../../ui/feedback/useStoredAction.tsx'
import { isComposing } from '../../../ui/focus/isComposing.ts'
import { useSingleAction } from '../../../ui/inputs/useSingleAction.ts'
import { Dialog } from '../../../ui/layout/Dialog.tsx'
import { AudienceLine, useAudience } from '../Audience.tsx'
import { focusMessageField } from '../MessageField.tsx'
import { createMessageEntry } from '../messageEntry.ts'
import { useChatName } from '../useChats.ts'
import styles from './PollForm.module.css'
import { PollOptionFields } from './PollOptionFields.tsx'
import {
  blankPoll,
  createRows,
  type OptionRow,
  type PollDraft,
  type PollToSend,
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
      <DraftVersions draft={draft} state={state} getLines={({ question, options }) => [question, ...options]}>
        <PollFields {...props} />
      </DraftVersions>
    </Dialog>
  )
}

function PollFields({ chat, close }: NewPollProps) {
  const t = useT('polls')
  const tComposer = useT('composer')
  const keyLabel = useKeyLabel()
  const { entries } = useDelivery()
  const nameOf = useChatName()
  const audience = useAudience(chat)
  const formRef = useRef<HTMLFormElement>(null)
  const questionRef = useRef<HTMLTextAreaElement>(null)
  const form = useDraftForm(pollDraft, String(chat.id), blankPoll)
  // Keys keep the focus in its row when the user adds or removes another row.
  const [rows, setRows] = useState<readonly OptionRow[]>(() => createRows(form.value.options))
  const values: PollDraft = { ...form.value, options: rows.map(({ text }) => text) }
  const [focusKey, setFocusKey] = useState<number>()
  const [isSubmitted, setSubmitted] = useState(false)
  const { run, storageError } = useStoredAction()
  const runOnce = useSingleAction()
  const parsed = parsePoll(values)
  const problems = isSubmitted && 'problems' in parsed ? parsed.problems : undefined

  const handleChange = (changes: Partial<PollDraft>) => {
    form.change({ options: values.options, ...changes })
  }
  const handleRowsChange = (next: readonly OptionRow[]) => {
    setRows(next)
    handleChange({ options: next.map(({ text }) => text) })
  }
  const submit = async (body: PollToSend) => {
    const entry = createMessageEntry({
      ...{ chat, name: nameOf(chat), body },
      draft: { kind: pollDraft.name, key: String(chat.id), value: values },
    })
    // Resolves to false if another tab has sent it.
    await form.draft.submit(
      values,
      change => entries.add([entry], change),
      () => blankPoll,
    )
    // Unless the user has closed the dialog meanwhile.
    const hasFocus = formRef.current?.contains(document.activeElement)
    close()
    if (hasFocus) setTimeout(focusMessageField)
  }
  const send = (event?: FormEvent) => {
    event?.preventDefault()
    setSubmitted(true)
    if ('poll' in parsed) return runOnce(() => run(() => submit(parsed.poll)))
    const { question, options } = parsed.problems
    if (question) questionRef.current?.focus()
    else setFocusKey(rows[Math.min(...options.keys())]?.key)
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
        {storageError}
        <Group gap="sm">
          <Button type="submit" variant="filled" aria-keyshortcuts="Control+Enter Meta+Enter">
            {t('form.send')}
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
