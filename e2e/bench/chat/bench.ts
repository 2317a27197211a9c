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

/** What the runner drives, step by step, reading the browser's own counters in between. Times are ms until painted. */
export type Bench = {
  /** Loads the candidate's code and starts its app, the messages ready beside it as rows or as the text of an answer. */
  load(name: string, as: 'rows' | 'text'): Promise<void>
  /** Opens the chat with rows that are here. */
  open(): Promise<number>
  /** Opens the chat with the answer, which has just arrived; at the second call it has one message more. */
  receive(): Promise<number>
  append(): Promise<number>
  /** How far (px) what is read moved when fifty older ones, or five newer ones, came. */
  movedBy(what: 'older' | 'newer'): Promise<number>
  /** Frames left out in 3 s of scrolling up. */
  scroll(): Promise<number>
  /** Resolves when nothing is left to do: effects, late renders, idle work. */
  rest(): Promise<void>
  elements(): number
}

declare global {
  interface Window {
    bench: Bench
  }
}

/** Ids start here; older ones come from below. What is new at the end has no reactions yet. */
const first = 1001
const place = document.getElementById('root')
if (!place) throw new Error('no place to mount in')
const root = place
let candidate: Candidate
let rows: readonly Message[] = []
const answers: string[] = []

// A page that draws without end is never idle.
const idle = () => new Promise(resolve => requestIdleCallback(resolve, { timeout: 500 }))
const soon = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
const newest = () => rows.at(-1)?.id ?? 0

/** Does it in a task of its own, marked in the trace for the runner. */
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
