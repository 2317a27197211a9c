import type { SavedDraft } from '../../../outbox/Drafts.ts'
import type { Write } from '../../../outbox/Writes.ts'
import type { ChatDraft } from '../composer/chatDraft.ts'
import { chatLane } from '../composer/messageWrite.ts'
import { sendingMessages } from '../composer/sendingMessages.ts'
import type { OwnMark } from './lastLine.ts'

/** A draft of the outbox with the key it is kept under, the number of its chat. */
export type KeyedDraft = { key: string; draft: SavedDraft<ChatDraft> }

const lanePrefix = chatLane(0).slice(0, -1)
const isOfChats = ({ lane }: Pick<Write, 'lane'>): boolean => lane.startsWith(lanePrefix)

/**
 * By chat, what its line in the list says of one's own: a message that stands still before one that waits, and that
 * before a draft.
 */
export function ownMarks(
  writes: readonly Write[],
  drafts: readonly KeyedDraft[],
): ReadonlyMap<number, OwnMark> {
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
