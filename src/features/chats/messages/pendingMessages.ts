import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { query } from '../../../api/cache/query.ts'
import type { Rows } from '../../../contract/endpoint.ts'
import { type Message, messages } from '../../../contract/messages.ts'
import { useEntries } from '../../../delivery/DeliveryContext.ts'
import type { Entry } from '../../../delivery/entries/Entry.ts'
import { ChatDraft } from '../messageDraft.ts'
import { chatLane } from '../messageEntry.ts'
import { PollDraft } from '../polls/pollFields.ts'

type PendingContent = Pick<ChatDraft, 'quote' | 'text' | 'files' | 'confirmText'> & {
  /** Only of polls. */
  options: readonly string[]
}

/** Returns what the user wrote. */
export function getPendingContent({ draft }: Pick<Entry, 'draft'>): PendingContent {
  const message = z.safeParse(ChatDraft, draft?.value).data
  if (message) return { ...message, options: [] }
  const { question = '', options = [] } = z.safeParse(PollDraft, draft?.value).data ?? {}
  return { text: question, options: options.filter(option => option.trim() !== ''), files: [] }
}

const SentMessage = z.object({ id: z.number() })

const maxRecentRows = 500
const selectRecentIds = ({ rows }: Rows<Message>): readonly number[] =>
  rows.slice(-maxRecentRows).map(({ id }) => id)

/** Oldest first. Includes sent messages until they are loaded. Suspends until the delivery is open. */
export function usePendingMessages(chatId: number): readonly Entry[] {
  const lane = chatLane(chatId)
  const entries = useEntries(lane).filter(entry => entry.lane === lane)
  const { data: loadedIds = [], dataUpdatedAt } = useQuery({
    ...query(messages.list, { chat_id: chatId }),
    enabled: false,
    select: selectRecentIds,
  })
  return entries.filter(({ results, doneAt }) => {
    if (doneAt === undefined) return true
    const sent = z.safeParse(SentMessage, results.at(-1)).data
    // A list that was loaded afterwards without the message shows that it was deleted.
    return dataUpdatedAt <= doneAt && !(sent && loadedIds.includes(sent.id))
  })
}
