import { useEffect, useState } from 'react'
import { useOpenDelivery } from '../../../delivery/DeliveryContext.ts'
import type { SavedDraft } from '../../../delivery/drafts/Drafts.ts'
import { type Entry, isBlocked, isUnfinished } from '../../../delivery/entries/Entry.ts'
import { type ChatDraft, chatDraft, hasText } from '../messageDraft.ts'
import { chatLanePrefix } from '../messageEntry.ts'
import { getPendingContent } from '../messages/pendingMessages.ts'
import { getCreatedChat, newChatLanePrefix } from '../newChat/newChatEntry.ts'

/** An unsent text on this device. */
export type UnsentMark = {
  kind: 'failed' | 'waiting' | 'draft'
  text: string
  /** Whether a draft without text has a quote. */
  hasQuote?: boolean
}

const noMarks: ReadonlyMap<number, UnsentMark> = new Map()

/** Returns unsent texts by chat ID. Empty until the delivery is open. */
export function useUnsentMarks(): ReadonlyMap<number, UnsentMark> {
  const openDelivery = useOpenDelivery()
  const [marks, setMarks] = useState(noMarks)
  useEffect(() => {
    let isUnmounted = false
    const unsubscribes: (() => void)[] = []
    const subscribeToDelivery = async () => {
      const { entries, drafts } = await openDelivery()
      if (isUnmounted) return
      let latestRun = 0
      const update = async () => {
        latestRun += 1
        const run = latestRun
        const storedDrafts = await drafts.list(chatDraft).catch(() => [])
        if (!isUnmounted && run === latestRun) setMarks(getUnsentMarks(entries.list(), storedDrafts))
      }
      for (const subscribe of [entries.subscribe, drafts.subscribe])
        unsubscribes.push(subscribe(() => void update()))
      await update()
    }
    subscribeToDelivery().catch(() => undefined)
    return () => {
      isUnmounted = true
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
  }, [openDelivery])
  return marks
}

type KeyedDraft = { key: string; draft: SavedDraft<ChatDraft> }

/** Returns one mark per chat: a message that needs a decision, otherwise the last waiting one, otherwise the draft. */
function getUnsentMarks(
  entries: readonly Entry[],
  drafts: readonly KeyedDraft[],
): ReadonlyMap<number, UnsentMark> {
  const marks = new Map<number, UnsentMark>()
  for (const { key, draft } of drafts) {
    // It may have nothing but the request for confirmation.
    if (!hasText(draft.value)) continue
    const { text, quote } = draft.value
    marks.set(Number(key), { kind: 'draft', text, hasQuote: quote !== undefined })
  }
  for (const entry of entries.filter(isUnfinished)) {
    const chatId = getChatId(entry)
    if (chatId === undefined || marks.get(chatId)?.kind === 'failed') continue
    marks.set(chatId, {
      kind: isBlocked(entry) ? 'failed' : 'waiting',
      text: entry.lane.startsWith(newChatLanePrefix) ? entry.title : getPendingContent(entry).text,
    })
  }
  return marks
}

function getChatId(entry: Entry): number | undefined {
  if (entry.lane.startsWith(chatLanePrefix)) return Number(entry.lane.slice(chatLanePrefix.length))
  // Its people or first message are missing.
  return entry.lane.startsWith(newChatLanePrefix) ? getCreatedChat(entry)?.id : undefined
}
