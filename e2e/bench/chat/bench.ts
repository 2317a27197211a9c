import type { Message } from '../../../src/contract/messages.ts'
import type { Candidate } from './candidate.ts'
import { chatMessages, messageCount } from './chatMessages.ts'
import { droppedFrames, movedWhile, painted } from './seen.ts'

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
  movedBy(what: 'older' | 'newer'): Promise<number>
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
const first = 1001
const place = document.getElementById('root')
if (!place) throw new Error('no place to mount in')
const root = place
let candidate: Candidate
let rows: readonly Message[] = []
const answers: string[] = []

// The timeout is for a page that never stops rendering and so is never idle.
const idle = () => new Promise(resolve => requestIdleCallback(resolve, { timeout: 500 }))
const soon = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
const newest = () => rows.at(-1)?.id ?? 0

/** Runs `act` in a task of its own, after a mark for the trace. Returns the time until the row is painted, in ms. */
async function timed(what: string, act: () => void, id: number): Promise<number> {
  await soon(0)
  performance.mark(`bench:${what}`)
  const shown = painted(root, id)
  const start = performance.now()
  act()
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
    rows = chatMessages(first, messageCount)
    if (as === 'text') {
      for (const more of [0, 1]) {
        if (more > 0) add(more)
        answers.push(JSON.stringify(rows))
      }
      rows = []
    }
    await candidate.start(root)
  },
  open: () => timed('open', () => candidate.show(rows), newest()),
  receive() {
    const id = first + messageCount - 1 + (2 - answers.length)
    const answer = new Response(answers.shift() ?? '', { headers: { 'Content-Type': 'application/json' } })
    return timed('receive', () => candidate.receive(answer), id)
  },
  append() {
    add(1)
    return timed('append', () => candidate.change(rows, 'below'), newest())
  },
  movedBy: what =>
    movedWhile(root, () => {
      if (what === 'newer') add(5)
      else rows = [...chatMessages((rows[0]?.id ?? first) - 50, 50), ...rows]
      candidate.change(rows, what === 'newer' ? 'below' : 'above')
    }),
  scroll: () => droppedFrames(root),
  async rest() {
    await soon(150)
    await idle()
  },
  elements: () => root.querySelectorAll('*').length,
}
