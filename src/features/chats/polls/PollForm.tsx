import { Button, Checkbox, Kbd, Textarea } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Chat } from '../../../contract/chats.ts'
import { OneWriter } from '../../../i18n/OneWriter.tsx'
import { useT } from '../../../i18n/useT.ts'
import { randomUuid } from '../../../lib/encoding.ts'
import { withDraft } from '../../../outbox/drafts/acquireDraft.ts'
import type { DraftState, OpenDraft } from '../../../outbox/drafts/Drafts.ts'
import { useDraft } from '../../../outbox/drafts/useDraft.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { isFocusLost } from '../../../ui/focus/isFocusLost.ts'
import { commandKey } from '../../../ui/focus/useShortcuts.ts'
import { Dialog } from '../../../ui/layout/Dialog.tsx'
import { useSchoolTime } from '../../../ui/SchoolTime.tsx'
import { AudienceLine } from '../composer/MessageEditor.tsx'
import { rememberWritten } from '../composer/messageDraft.ts'
import { useLoaded } from '../composer/messageQueue.ts'
import { type Loaded, messageEntries } from '../composer/messageWrite.ts'
import { useAudience } from '../composer/useAudience.ts'
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
 * A question to everyone in a chat, with answers to choose from. What is written is kept until it is sent; until what was
 * kept is read it suspends, so that it opens at its full size.
 */
export function NewPoll({ chat, close }: NewPollProps) {
  const t = useT('polls')
  const writeOn = useFocusBack()
  return (
    <Dialog title={t('form.title')} close={{ label: t('form.close'), run: close }} size="tall">
      <NewPollForm
        chat={chat}
        close={close}
        sent={() => {
          writeOn()
          close()
        }}
      />
    </Dialog>
  )
}

/** To where one was, or, once it answers, to the field one writes in there. */
function useFocusBack(): () => void {
  // Before the dialog takes the focus.
  const [opener] = useState(() => document.activeElement)
  const goesOn = useRef(false)
  useEffect(
    () => () => {
      const to = goesOn.current ? (opener?.closest('form')?.querySelector('textarea') ?? opener) : opener
      setTimeout(() => {
        if (isFocusLost() && to instanceof HTMLElement) to.focus()
      })
    },
    [opener],
  )
  return () => {
    goesOn.current = true
  }
}

type NewPollFormProps = { chat: Chat; close: () => void; sent: () => void }

/** Question, answers and rules of a new poll. */
export function NewPollForm(props: NewPollFormProps) {
  const { draft, state } = useDraft(pollDraft, String(props.chat.id))
  return (
    <OneWriter
      draft={draft}
      state={state}
      lines={({ question, options }) => [question, ...options]}
      className={styles.form}
    >
      <PollFields {...props} draft={draft} state={state} />
    </OneWriter>
  )
}

type PollFieldsProps = NewPollFormProps & { draft: OpenDraft<PollDraft>; state: DraftState<PollDraft> }

function PollFields({ chat, close, sent, draft, state }: PollFieldsProps) {
  const t = useT('polls')
  const tComposer = useT('composer')
  const form = usePollForm(chat, { draft, state }, sent)
  const { written, change, problems } = form
  const audience = useAudience(chat)
  const box = useRef<HTMLFormElement>(null)
  const [focusTo, setFocusTo] = useState<number>()

  const send = (event?: FormEvent) => {
    event?.preventDefault()
    const wrong = form.send()
    if (!wrong) return
    const [first] = [...wrong.options.keys()].sort((one, other) => one - other)
    if (wrong.question) box.current?.querySelector('textarea')?.focus()
    else if (first !== undefined) box.current?.querySelectorAll<HTMLElement>('[data-answer]')[first]?.focus()
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault()
      if (!event.repeat) send()
    }
  }
  const question = problems?.question
  return (
    <form ref={box} className={styles.form} noValidate onSubmit={send} onKeyDown={keys}>
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
          const { key, nativeEvent, shiftKey, ctrlKey, metaKey } = event
          if (key !== 'Enter' || nativeEvent.isComposing || shiftKey || ctrlKey || metaKey) return
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
      {form.notStored && (
        <Notice tone="danger" role="alert">
          {tComposer('notStored')}
        </Notice>
      )}
      <div className={styles.buttons}>
        <Button
          type="submit"
          variant="filled"
          aria-disabled={form.sending}
          aria-keyshortcuts="Control+Enter Meta+Enter"
        >
          {t(form.sending ? 'form.sending' : 'form.send')}
          <Kbd aria-hidden>{`${commandKey}⏎`}</Kbd>
        </Button>
        <Button variant="subtle" onClick={close}>
          {t('form.cancel')}
        </Button>
      </div>
    </form>
  )
}

type Written = Omit<PollDraft, 'options'> & { rows: readonly AnswerRow[] }

const writtenOf = ({ options, ...rest }: PollDraft): Written => ({ ...rest, rows: rowsOf(options) })
const draftOf = ({ rows, ...rest }: Written): PollDraft => ({
  ...rest,
  options: rows.map(({ text }) => text),
})

/** A poll as it is written, kept on this computer, and the way to send it once. */
export function usePollForm(
  chat: Pick<Chat, 'id'>,
  { draft, state }: { draft: OpenDraft<PollDraft>; state: DraftState<PollDraft> },
  sent: () => void,
) {
  const outbox = useOutbox()
  const { clock } = useSchoolTime()
  const loaded = useLoaded(chat.id)
  const [written, setWritten] = useState(() => writtenOf(state.value ?? blankPoll))
  const [tried, setTried] = useState(false)
  const [sending, setSending] = useState(false)
  const [notStored, setNotStored] = useState(false)
  // Once it was tried, what is put right is right at once.
  const read = tried ? readPoll(draftOf(written)) : undefined
  const problems: PollProblems | undefined = read && 'problems' in read ? read.problems : undefined

  const change = (changes: Partial<Written>) => {
    const next = { ...written, ...changes }
    setWritten(next)
    setNotStored(false)
    draft.set(draftOf(next))
  }
  const onItsWay = async () => {
    if (!(await sendPollDraft(outbox, chat.id, loaded()))) return
    void rememberWritten(outbox, chat.id, clock()).catch(() => undefined)
  }
  /** Answers what is wrong with it, `undefined` where it is on its way. */
  const send = (): PollProblems | undefined => {
    setTried(true)
    const now = readPoll(draftOf(written))
    if ('problems' in now) return now.problems
    if (sending) return undefined
    setSending(true)
    onItsWay().then(sent, () => {
      setSending(false)
      setNotStored(true)
    })
    return undefined
  }
  return { written, change, problems, send, sending, notStored }
}

/**
 * Puts the poll that is written for a chat on its way and empties its draft, in one step. False where there is none any
 * more, as another tab has sent this very draft. The form may be closed meanwhile. Throws `StorageError` when nothing can be
 * stored; then the draft stays.
 */
export function sendPollDraft(outbox: Outbox, chatId: number, loaded: Loaded): Promise<boolean> {
  return withDraft(outbox, pollDraft, String(chatId), async draft => {
    const { value } = draft.state()
    const read = value && readPoll(value)
    if (!read || !('poll' in read)) return false
    const entries = messageEntries(chatId, read.poll, loaded, randomUuid())
    return draft.submit(
      beside => outbox.writes.addAll(entries, beside),
      () => blankPoll,
    )
  })
}
