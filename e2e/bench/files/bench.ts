import type { ClassFile } from '../../../src/contract/files.ts'
import type { Candidate } from './candidate.ts'
import { type BenchFiles, classFiles } from './classFiles.ts'
import { painted } from './frames.ts'

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

const container = document.getElementById('root')
if (!container) throw new Error('the page has no element to mount in')
const root = container
let candidate: Candidate
let files: Omit<BenchFiles, 'rows'>
let preparedResponse: Response | undefined

// The timeout is for a page that never stops rendering and so is never idle.
const idle = () => new Promise(resolve => requestIdleCallback(resolve, { timeout: 500 }))
const soon = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

async function fetchBlob(body: Blob): Promise<Response> {
  const address = URL.createObjectURL(body)
  const response = await fetch(address)
  URL.revokeObjectURL(address)
  return response
}

/** Runs `action` in a task of its own, after a mark for the trace. Returns the time until the row is painted, in ms. */
async function measure(step: string, action: () => void, entry: ClassFile): Promise<number> {
  await soon(0)
  performance.mark(`bench:${step}`)
  const shown = painted(() => candidate.row(root, entry))
  const start = performance.now()
  action()
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
    if (as === 'text')
      preparedResponse = await fetchBlob(new Blob([JSON.stringify(rows)], { type: 'application/json' }))
    else candidate.prepare(rows)
    await candidate.start(root)
  },
  open: () => measure('open', () => candidate.open(), files.big),
  receive() {
    const response = preparedResponse
    preparedResponse = undefined
    if (!response) throw new Error('no response is prepared')
    return measure('receive', () => candidate.receive(response), files.big)
  },
  enter: () => measure('enter', () => candidate.enter(root), files.first),
  sortDown: () => measure('sortDown', () => candidate.sortDown(root), files.last),
  async rest() {
    await soon(150)
    await idle()
  },
  elements: () => root.querySelectorAll('*').length,
}
