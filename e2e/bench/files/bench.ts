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
/** Used to compute the size of each candidate without React. */
export const reactAlone = () => import('./reactAlone.ts')

/** Called by the runner, which reads the browser's counters between the steps. Times are ms until painted. */
export type Bench = {
  /** Loads a candidate's code and starts its app. Prepares the files as rows or as JSON of a response. */
  load(name: string, as: 'rows' | 'text'): Promise<void>
  /** Opens the top folder with the prepared rows. */
  open(): Promise<number>
  /** Opens the top folder with the response. */
  receive(): Promise<number>
  /** Opens the folder with 5,000 files. */
  enter(): Promise<number>
  /** Sorts the open folder by name in descending order. */
  sortDown(): Promise<number>
  /** Resolves when the page is idle: no effects, late renders or idle callbacks. */
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

// The timeout is for a page that never stops rendering and so is never idle.
const idle = () => new Promise(resolve => requestIdleCallback(resolve, { timeout: 500 }))
const soon = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

async function fetched(body: Blob): Promise<Response> {
  const address = URL.createObjectURL(body)
  const response = await fetch(address)
  URL.revokeObjectURL(address)
  return response
}

/** Runs `act` in a task of its own, after a mark for the trace. Returns the time until the row is painted, in ms. */
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
    // Load the JSON from a blob URL, so that it is outside the JavaScript heap, as after a network request.
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
