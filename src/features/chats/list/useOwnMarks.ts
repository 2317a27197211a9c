import { useEffect, useState } from 'react'
import { useOpenOutbox } from '../../../outbox/OutboxContext.ts'
import { chatDraft } from '../composer/chatDraft.ts'
import type { OwnMark } from './lastLine.ts'
import { type KeyedDraft, ownMarks } from './ownMarks.ts'

const none: ReadonlyMap<number, OwnMark> = new Map()

/** What of one's own has not arrived, by chat. Nothing until the outbox is open: the list does not wait for it. */
export function useOwnMarks(): ReadonlyMap<number, OwnMark> {
  const open = useOpenOutbox()
  const [marks, setMarks] = useState(none)
  useEffect(() => {
    let over = false
    const endings: (() => void)[] = []
    const follow = async () => {
      const { writes, drafts } = await open()
      if (over) return
      let kept: readonly KeyedDraft[] = []
      let round = 0
      const tell = () => setMarks(ownMarks(writes.list(), kept))
      const readDrafts = async () => {
        round += 1
        const mine = round
        const found = await drafts.list(chatDraft).catch(() => [])
        if (over || mine !== round) return
        kept = found
        tell()
      }
      endings.push(
        writes.subscribe(tell),
        drafts.subscribe(() => void readDrafts()),
      )
      tell()
      await readDrafts()
    }
    // Without an outbox nothing of one's own is on its way.
    follow().catch(() => undefined)
    return () => {
      over = true
      for (const end of endings) end()
    }
  }, [open])
  return marks
}
