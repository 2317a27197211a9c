import type { ClassFile } from '../../../src/contract/files.ts'
import type { Candidate } from './candidate.ts'
import { type BenchFiles, classFiles } from './classFiles.ts'
import { painted } from './seen.ts'

const candidates: Record<string, () => Promise<{ candidate: Candidate }>> = {
  'virtual table': () => import('./bareTable.tsx'),
  '@cubone/react-file-manager': () => import('./cubone.tsx'),
  '@svar-ui/react-filemanager': () => import('./svar.tsx'),
  staffroom: () => import('./staffroom.tsx'),
}
/** For the weighing. */
export const reactAlone = () => import('./reactAlone.ts')

/** What the runner drives, step by step, reading the browser's own counters in between. Times are ms until painted. */
export type Bench = {
  /** Loads the candidate's code and starts its app, the files ready beside it as rows or as the text of an answer. */
  load(name: string, as: 'rows' | 'text'): Promise<void>
  /** Shows the topmost folder, of rows that are here. */
  open(): Promise<number>
  /** Shows it, of the answer that has just arrived. */
  receive(): Promise<number>
  /** Goes into the folder of 5,000. */
  enter(): Promise<number>
  /** Turns its order by name around. */
  sortDown(): Promise<number>
  /** Resolves when nothing is left to do: effects, late renders, idle work. */
  rest(): Promise<void>
  elements(): number
}

declare global {
  interface Window {
    bench: Bench
  }
}

const place = document.getElementById('root')
if (!place) throw new Error('no place to mount in')
const root = place
let candidate: Candidate
let files: Omit<BenchFiles, 'rows'>
let answer: Response | undefined

// A page that draws without end is never idle.
const idle = () => new Promise(resolve => requestIdleCallback(resolve, { timeout: 500 }))
const soon = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

async function fetched(body: Blob): Promise<Response> {
  const address = URL.createObjectURL(body)
  const response = await fetch(address)
  URL.revokeObjectURL(address)
  return response
}

/** Does it in a task of its own, marked in the trace for the runner. */
async function timed(what: string, act: () => void, entry: ClassFile): Promise<number> {
  await soon(0)
  performance.mark(`bench:${what}`)
  const shown = painted(() => candidate.row(root, entry))
  const start = performance.now()
  act()
  return (await shown) - start
}

window.bench = {
  async load(name, as) {
    const loaded = await candidates[name]?.()
    if (!loaded) throw new Error(`no candidate ${name}`)
    candidate = loaded.candidate
    const { rows, ...rest } = classFiles()
    files = rest
    // From the browser, as from the network: making its bytes is no candidate's work.
    if (as === 'text') answer = await fetched(new Blob([JSON.stringify(rows)], { type: 'application/json' }))
    else candidate.prepare(rows)
    await candidate.start(root)
  },
  open: () => timed('open', () => candidate.open(), files.big),
  receive() {
    const arrived = answer
    answer = undefined
    if (!arrived) throw new Error('no answer is ready')
    return timed('receive', () => candidate.receive(arrived), files.big)
  },
  enter: () => timed('enter', () => candidate.enter(root), files.first),
  sortDown: () => timed('sortDown', () => candidate.sortDown(root), files.last),
  async rest() {
    await soon(150)
    await idle()
  },
  elements: () => root.querySelectorAll('*').length,
}
