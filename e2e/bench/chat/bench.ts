import type { Message } from '../../../src/contract/messages.ts'
import type { Candidate } from './candidate.ts'
import { chatMessages, messageCount } from './chatMessages.ts'
import { droppedFrames, movedWhile, painted } from './frames.ts'

const candidates: Record<string, () => Promise<{ candidate: Candidate }>> = {
  'last 60 only': () => import('./lastSixty.tsx'),
  virtua: () => import('./virtua.tsx'),
  'react-virtuoso': () => import('./virtuoso.tsx'),
  '@tanstack/react-virtual': () => import('./tanstack.tsx'),
  staffroom: () => import('./staffroom.tsx'),
}

/** Called by the runner, which reads the browser's counters between the steps. Times are ms until painted. */
export type Bench = {
  /** Loads a candidate's code and starts its app. Prepares the messages as rows or as JSON of a response. */
  load(name: string, as: 'rows' | 'text'): Promise<void>
  /** Opens the chat with the prepared rows. */
  open(): Promise<number>
  /** Opens the chat with the JSON of a response. The second response has one more message. */
  receive(): Promise<number>
  append(): Promise<number>
  /** Maximum distance that a visible row moves when 50 older or 5 newer messages are added, in px. */
  movedBy(added: 'older' | 'newer'): Promise<number>
  /** Number of dropped frames while scrolling up for 3 s. */
  scroll(): Promise<number>
  /** Resolves when the page is idle: no effects, late renders or idle callbacks. */
  rest(): Promise<void>
  elements(): number
}

declare global {
  interface Window {
    bench: Bench
  }
}

/**
 * ID of the first message. Older messages are added below it. Newer ones get IDs that have no reactions (see
 * `chatMessages`).
 */
const firstId = 1001
const container = document.getElementById('root')
if (!container) throw new Error('the page has no element to mount in')
const root = container
let candidate: Candidate
let rows: readonly Message[] = []
const responses: string[] = []

// The timeout is for a page that never stops rendering and so is never idle.
const idle = () => new Promise(resolve => requestIdleCallback(resolve, { timeout: 500 }))
const soon = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
const newest = () => rows.at(-1)?.id ?? 0

/** Runs `action` in a task of its own, after a mark for the trace. Returns the time until the row is painted, in ms. */
async function measure(step: string, action: () => void, id: number): Promise<number> {
  await soon(0)
  performance.mark(`bench:${step}`)
  const shown = painted(root, id)
  const start = performance.now()
  action()
  return (await shown) - start
}
const add = (count: number) => {
  rows = [...rows, ...chatMessages(newest() + 1, count)]
}

window.bench = {
  async load(name, as) {
    const loaded = await candidates[name]?.()
    if (!loaded) throw new Error(`no candidate ${name}`)
    candidate = loaded.candidate
    rows = chatMessages(firstId, messageCount)
    if (as === 'text') {
      responses.push(JSON.stringify(rows))
      add(1)
      responses.push(JSON.stringify(rows))
      rows = []
    }
    await candidate.start(root)
  },
  open: () => measure('open', () => candidate.show(rows), newest()),
  receive() {
    const id = firstId + messageCount - 1 + (2 - responses.length)
    const response = new Response(responses.shift() ?? '', {
      headers: { 'Content-Type': 'application/json' },
    })
    return measure('receive', () => candidate.receive(response), id)
  },
  append() {
    add(1)
    return measure('append', () => candidate.change(rows, 'below'), newest())
  },
  movedBy: added =>
    movedWhile(root, () => {
      if (added === 'newer') add(5)
      else rows = [...chatMessages((rows[0]?.id ?? firstId) - 50, 50), ...rows]
      candidate.change(rows, added === 'newer' ? 'below' : 'above')
    }),
  scroll: () => droppedFrames(root),
  async rest() {
    await soon(150)
    await idle()
  },
  elements: () => root.querySelectorAll('*').length,
}
