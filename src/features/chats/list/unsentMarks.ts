import { useEffect, useState } from 'react'
import type { SavedDraft } from '../../../outbox/drafts/Drafts.ts'
import { useOpenOutbox } from '../../../outbox/OutboxContext.ts'
import type { Write } from '../../../outbox/queue/Writes.ts'
import { getOutboxMessages } from '../composer/pendingMessages.ts'
import { type ChatDraft, chatDraft, hasText } from '../messageQueue.ts'
import { chatLane } from '../messageWrite.ts'
import { getAnswer } from '../quote.ts'

/** An unsent text on this device. */
export type UnsentMark = {
  kind: 'failed' | 'waiting' | 'draft'
  text: string
  /** Whether a draft without text has a quote. */
  hasQuote?: boolean
}

const noMarks: ReadonlyMap<number, UnsentMark> = new Map()

/** Returns unsent texts by chat ID. Empty until the outbox is open. */
export function useUnsentMarks(): ReadonlyMap<number, UnsentMark> {
  const openOutbox = useOpenOutbox()
  const [marks, setMarks] = useState(noMarks)
  useEffect(() => {
    let isUnmounted = false
    const unsubscribes: (() => void)[] = []
    const subscribeToOutbox = async () => {
      const { writes, drafts } = await openOutbox()
      if (isUnmounted) return
      let latestRun = 0
      const update = async () => {
        latestRun += 1
        const run = latestRun
        const storedDrafts = await drafts.list(chatDraft).catch(() => [])
        if (!isUnmounted && run === latestRun) setMarks(getUnsentMarks(writes.list(), storedDrafts))
      }
      for (const subscribe of [writes.subscribe, drafts.subscribe])
        unsubscribes.push(subscribe(() => void update()))
      await update()
    }
    subscribeToOutbox().catch(() => undefined)
    return () => {
      isUnmounted = true
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
  }, [openOutbox])
  return marks
}

type KeyedDraft = { key: string; draft: SavedDraft<ChatDraft> }

const lanePrefix = chatLane(0).slice(0, -1)
const isChatWrite = ({ lane }: Pick<Write, 'lane'>): boolean => lane.startsWith(lanePrefix)

/** Returns one mark per chat: a failed message, otherwise a queued one, otherwise a draft. */
function getUnsentMarks(
  writes: readonly Write[],
  drafts: readonly KeyedDraft[],
): ReadonlyMap<number, UnsentMark> {
  const marks = new Map<number, UnsentMark>()
  for (const { key, draft } of drafts) {
    // It may have nothing but the request for confirmation.
    if (!hasText(draft.value)) continue
    const { text, quote } = draft.value
    marks.set(Number(key), { kind: 'draft', text, hasQuote: quote !== undefined })
  }
  for (const [lane, chatWrites] of Map.groupBy(writes.filter(isChatWrite), write => write.lane)) {
    const pending = getOutboxMessages(chatWrites).filter(({ arrived }) => !arrived)
    const failed = pending.find(({ state }) => state === 'failed' || state === 'uncertain')
    const shown = failed ?? pending.at(-1)
    if (!shown) continue
    marks.set(Number(lane.slice(lanePrefix.length)), {
      kind: failed ? 'failed' : 'waiting',
      text: getAnswer(shown.text),
    })
  }
  return marks
}
