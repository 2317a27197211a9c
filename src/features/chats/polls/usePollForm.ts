import { useState } from 'react'
import type { Chat } from '../../../contract/chats.ts'
import { randomUuid } from '../../../lib/encoding.ts'
import { withDraft } from '../../../outbox/drafts/acquireDraft.ts'
import type { DraftState, OpenDraft } from '../../../outbox/drafts/Drafts.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import { useSchoolTime } from '../../../ui/SchoolTime.tsx'
import { rememberWritten } from '../composer/messageDraft.ts'
import { type Loaded, messageEntries } from '../composer/messageWrite.ts'
import { useLoaded } from '../composer/useComposer.ts'
import {
  type AnswerRow,
  blankPoll,
  type PollDraft,
  type PollProblems,
  pollDraft,
  readPoll,
  rowsOf,
} from './pollFields.ts'

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
