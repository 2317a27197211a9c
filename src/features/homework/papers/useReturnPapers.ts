import { useEffect, useRef, useState } from 'react'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { useT } from '../../../i18n/useT.ts'
import { abortable } from '../../../lib/abortable.ts'
import { getExtension } from '../../../lib/fileKinds.ts'
import { isTimeout } from '../../../lib/timeLimit.ts'
import type { DraftForm } from '../../../outbox/drafts/useDraftForm.ts'
import { StorageError } from '../../../outbox/Outbox.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import type { StoredFile } from '../../../outbox/storage/fileStore.ts'
import type { MarkingContext } from '../scheme/markedDraft.ts'
import type { Scan } from './openScan.ts'
import { addToCorrection, removeFromCorrection } from './paperCorrection.ts'
import { changePart, type PapersDraft, type Part } from './papersDraft.ts'
import { getReturnedPages } from './splitPages.ts'

/** `notStored`: the device has no room. `aside`: the teacher kept another teacher's feedback and has a text of their own. */
export type ReturnProblem =
  | { why: 'notStored' | 'cancelled' }
  | { why: 'damaged' | 'slow' | 'aside'; first: number }

/** In ms. A page that blocks the PDF library must not block the other parts. */
const cutOutTimeoutMs = 120_000

type ReturnPapersOptions = {
  form: DraftForm<PapersDraft>
  entryById: ReadonlyMap<number, SubmissionEntry>
  feedback: string
  context: MarkingContext
  /** Queues the drafts of these pupils. */
  returnDrafts: (pupilIds: ReadonlySet<number>) => Promise<void>
}

/**
 * Returns parts of the scan: cuts them out, adds them to the drafts of the corrections, and then returns these drafts.
 * Each step is saved before the next one, so that it can be interrupted and repeated.
 */
export function useReturnPapers({ form, entryById, feedback, context, returnDrafts }: ReturnPapersOptions) {
  const t = useT('papers')
  const outbox = useOutbox()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const [problems, setProblems] = useState<readonly ReturnProblem[]>([])

  const save = async (first: number, changes: Partial<Part>) => {
    form.change(changePart(first, changes))
    if (!(await form.draft.flush())) throw new StorageError('the draft was not stored')
  }
  const cutOut = async (part: Part, scan: Scan, signal: AbortSignal): Promise<StoredFile[]> => {
    const { scan: originals, ...papers } = form.getValue()
    const pages = getReturnedPages(papers, part)
    const blobs = await abortable(
      scan.cutOut(pages),
      AbortSignal.any([signal, AbortSignal.timeout(cutOutTimeoutMs)]),
    )
    const files: StoredFile[] = []
    for (const [index, blob] of blobs.entries()) {
      const original = originals[pages[index] ?? 0]
      const name =
        blob.type === 'application/pdf'
          ? `${t('fileName')}.pdf`
          : `${t('pageName', { page: String(index + 1) })}.${getExtension(getPhotoName(blob, original))}`
      files.push(await outbox.drafts.putFile(new File([blob], name, { type: blob.type })))
    }
    return files
  }
  const addPart = async (part: Part, scan: Scan, signal: AbortSignal): Promise<ReturnProblem | undefined> => {
    const entry = part.pupilId === null ? undefined : entryById.get(part.pupilId)
    if (!entry) return undefined
    let { files } = part
    if (files.length === 0) {
      try {
        files = await cutOut(part, scan, signal)
      } catch (error) {
        if (error instanceof StorageError) throw error
        if (signal.aborted) return { why: 'cancelled' }
        return { why: isTimeout(error) ? 'slow' : 'damaged', first: part.first }
      }
      await save(part.first, { files })
    }
    const options = { outbox, entry, part: { points: part.points, files }, feedback, context }
    const isAdded = await addToCorrection(options, async change => {
      try {
        await save(part.first, { isAdded: true, feedbackChange: change })
      } catch (error) {
        form.change(changePart(part.first, { isAdded: false }))
        throw error
      }
    })
    if (isAdded) return undefined
    return { why: 'aside', first: part.first }
  }

  return {
    /** Number of prepared parts. Undefined while no parts are being prepared. */
    progress,
    problems,
    clearProblems: () => setProblems([]),
    /** Stops without returning a part. Prepared parts stay in the drafts of the corrections. */
    cancel: () => running.current?.abort(),
    /** `added`: parts that are in drafts already. Never rejects. */
    async start(ready: readonly Part[], added: readonly Part[], scan: Scan) {
      if (running.current) return
      const controller = new AbortController()
      running.current = controller
      const found: ReturnProblem[] = []
      setProblems([])
      try {
        const pupilIds = new Set(added.flatMap(({ pupilId }) => pupilId ?? []))
        for (const [index, part] of ready.entries()) {
          setProgress({ done: index, total: ready.length })
          const problem = await addPart(part, scan, controller.signal)
          if (controller.signal.aborted) {
            found.push({ why: 'cancelled' })
            return
          }
          if (problem) found.push(problem)
          else if (part.pupilId !== null) pupilIds.add(part.pupilId)
        }
        await returnDrafts(pupilIds)
      } catch {
        found.push({ why: 'notStored' })
      } finally {
        running.current = undefined
        setProgress(undefined)
        setProblems(found)
      }
    },
    /** Removes an unsent part from its draft, so that it can be changed. Never rejects. */
    async removeFromDraft(part: Part) {
      const entry = part.pupilId === null ? undefined : entryById.get(part.pupilId)
      setProblems([])
      try {
        if (entry) await removeFromCorrection({ outbox, entry, part, feedback, context })
        await save(part.first, { isAdded: false, files: [], feedbackChange: undefined })
      } catch {
        setProblems([{ why: 'notStored' }])
      }
    },
  }
}

/** Prepared photos and drawn pages are JPEGs, whatever their name. */
const getPhotoName = ({ type }: Blob, original: StoredFile | undefined): string =>
  type === 'image/jpeg' ? 'photo.jpg' : (original?.name ?? 'photo.jpg')
