import { useEffect, useState } from 'react'
import type { SavedDraft } from '../../../outbox/drafts/Drafts.ts'
import { useOpenOutbox } from '../../../outbox/OutboxContext.ts'
import type { Write } from '../../../outbox/queue/Writes.ts'
import { sendingMessages } from '../composer/sendingMessages.ts'
import { type ChatDraft, chatDraft } from '../messageQueue.ts'
import { chatLane } from '../messageWrite.ts'

/** Text on this device that the service does not have: a draft or a pending message. */
export type OwnMark = { kind: 'failed' | 'waiting' | 'draft'; text: string }

const none: ReadonlyMap<number, OwnMark> = new Map()

/** Returns the user's marks by chat ID. Empty until the outbox is open, so that the list does not wait for it. */
export function useOwnMarks(): ReadonlyMap<number, OwnMark> {
  const open = useOpenOutbox()
  const [marks, setMarks] = useState(none)
  useEffect(() => {
    let over = false
    const endings: (() => void)[] = []
    const follow = async () => {
      const { writes, drafts } = await open()
      if (over) return
      let round = 0
      const tell = async () => {
        round += 1
        const mine = round
        const kept = await drafts.list(chatDraft).catch(() => [])
        if (!over && mine === round) setMarks(ownMarks(writes.list(), kept))
      }
      for (const subscribe of [writes.subscribe, drafts.subscribe]) endings.push(subscribe(() => void tell()))
      await tell()
    }
    // Without an outbox there are no pending messages.
    follow().catch(() => undefined)
    return () => {
      over = true
      for (const end of endings) end()
    }
  }, [open])
  return marks
}

type KeyedDraft = { key: string; draft: SavedDraft<ChatDraft> }

const lanePrefix = chatLane(0).slice(0, -1)
const isOfChats = ({ lane }: Pick<Write, 'lane'>): boolean => lane.startsWith(lanePrefix)

/**
 * Returns the mark of each chat. A message that needs a decision takes priority over a queued one, and that over a
 * draft.
 */
function ownMarks(writes: readonly Write[], drafts: readonly KeyedDraft[]): ReadonlyMap<number, OwnMark> {
  const marks = new Map<number, OwnMark>()
  for (const { key, draft } of drafts) marks.set(Number(key), { kind: 'draft', text: draft.value.text })
  for (const [lane, inChat] of Map.groupBy(writes.filter(isOfChats), write => write.lane)) {
    const open = sendingMessages(inChat).filter(({ arrived }) => !arrived)
    const failed = open.find(({ state }) => state === 'failed' || state === 'uncertain')
    const shown = failed ?? open.at(-1)
    if (!shown) continue
    marks.set(Number(lane.slice(lanePrefix.length)), {
      kind: failed ? 'failed' : 'waiting',
      text: shown.text,
    })
  }
  return marks
}
