import type { Message } from '../../../src/contract/messages.ts'
import { loadCandidate, measure, provideBench, root } from '../inPage.ts'
import type { Candidate } from './candidate.ts'
import { chatMessages, messageCount } from './chatMessages.ts'
import { countDroppedFrames, isInView, movedWhile } from './frames.ts'

const candidates: Record<string, () => Promise<{ candidate: Candidate }>> = {
  'last 60 only': () => import('./lastSixty.tsx'),
  virtua: () => import('./virtua.tsx'),
  'react-virtuoso': () => import('./virtuoso.tsx'),
  '@tanstack/react-virtual': () => import('./tanstack.tsx'),
  staffroom: () => import('./staffroom.tsx'),
}

/**
 * ID of the first message. Older messages are added below it. Newer ones get IDs that have no reactions (see
 * `chatMessages`).
 */
const firstId = 1001
let candidate: Candidate
let rows: readonly Message[] = []
let responseText = ''

const newest = () => rows.at(-1)?.id ?? 0
const add = (count: number) => {
  rows = [...rows, ...chatMessages(newest() + 1, count)]
}

provideBench({
  async load(name, as) {
    candidate = await loadCandidate(candidates, name)
    rows = chatMessages(firstId, messageCount)
    if (as === 'text') {
      responseText = JSON.stringify(rows)
      rows = []
    }
    await candidate.start(root)
  },
  /** Opens the chat with the prepared rows. */
  open: () =>
    measure(
      'open',
      () => candidate.show(rows),
      () => isInView(newest()),
    ),
  /** Opens the chat with the JSON of a response. */
  receive() {
    const id = firstId + messageCount - 1
    const response = new Response(responseText, { headers: { 'Content-Type': 'application/json' } })
    return measure(
      'receive',
      () => candidate.receive(response),
      () => isInView(id),
    )
  },
  append() {
    add(1)
    return measure(
      'append',
      () => candidate.change(rows, 'below'),
      () => isInView(newest()),
    )
  },
  /** Maximum distance that a visible row moves when 50 older or 5 newer messages are added, in px. */
  movedBy: (added: 'older' | 'newer') =>
    movedWhile(() => {
      if (added === 'newer') add(5)
      else rows = [...chatMessages((rows[0]?.id ?? firstId) - 50, 50), ...rows]
      candidate.change(rows, added === 'newer' ? 'below' : 'above')
    }),
  scroll: countDroppedFrames,
})
