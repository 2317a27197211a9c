import { loadCandidate, measure, provideBench, root } from '../inPage.ts'
import type { Candidate } from './candidate.ts'
import { type BenchFiles, classFiles } from './classFiles.ts'

const candidates: Record<string, () => Promise<{ candidate: Candidate }>> = {
  'virtual table': () => import('./bareTable.tsx'),
  '@cubone/react-file-manager': () => import('./cubone.tsx'),
  '@svar-ui/react-filemanager': () => import('./svar.tsx'),
  staffroom: () => import('./staffroom.tsx'),
}
/** Used to compute the size of each candidate without React. */
export const reactAlone = () => import('./reactAlone.ts')

let candidate: Candidate
let files: Omit<BenchFiles, 'rows'>
let preparedResponse: Response

async function fetchBlob(body: Blob): Promise<Response> {
  const address = URL.createObjectURL(body)
  const response = await fetch(address)
  URL.revokeObjectURL(address)
  return response
}

/** Measures until the row of the entry is fully visible. */
const measureRow = (step: string, act: () => void, entry: keyof typeof files) =>
  measure(step, act, () => {
    const box = candidate.row(root, files[entry])?.getBoundingClientRect()
    return box !== undefined && box.height > 0 && box.top >= 0 && box.bottom <= innerHeight
  })

provideBench({
  async load(name, as) {
    candidate = await loadCandidate(candidates, name)
    const { rows, ...rest } = classFiles()
    files = rest
    // Load the JSON from a blob URL, so that it is outside the JavaScript heap, as after a network request.
    if (as === 'text')
      preparedResponse = await fetchBlob(new Blob([JSON.stringify(rows)], { type: 'application/json' }))
    else candidate.prepare(rows)
    await candidate.start(root)
  },
  /** Opens the top folder with the prepared rows. */
  open: () => measureRow('open', () => candidate.open(), 'big'),
  /** Opens the top folder with the response. */
  receive: () => measureRow('receive', () => candidate.receive(preparedResponse), 'big'),
  /** Opens the folder with 5,000 files. */
  enter: () => measureRow('enter', () => candidate.enter(root), 'first'),
  /** Sorts the open folder by name in descending order. */
  sortDown: () => measureRow('sortDown', () => candidate.sortDown(root), 'last'),
})
