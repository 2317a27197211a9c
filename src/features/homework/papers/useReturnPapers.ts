import { useEffect, useRef, useState } from 'react'
import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { StorageError } from '../../../delivery/Delivery.ts'
import { useDelivery } from '../../../delivery/DeliveryContext.ts'
import type { DraftForm } from '../../../delivery/drafts/useDraftForm.ts'
import { undoMs } from '../../../delivery/entries/Entry.ts'
import type { StoredFile } from '../../../delivery/storage/fileStore.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useT } from '../../../i18n/useT.ts'
import { abortable } from '../../../lib/abortable.ts'
import { randomUuid } from '../../../lib/encoding.ts'
import { getExtension } from '../../../lib/fileKinds.ts'
import { isTimeout } from '../../../lib/timeLimit.ts'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { type CorrectionDraft, createCorrection } from '../correction/correctionDraft.ts'
import { type ReturnOptions, returnCorrection } from '../correction/correctionEntry.ts'
import { getReturnAllGroup } from '../correction/useReturnAll.ts'
import { applyScheme, type MarkingContext, setPoints } from '../scheme/markedDraft.ts'
import type { Scan } from './openScan.ts'
import { changePart, type PapersDraft, type Part } from './papersDraft.ts'
import { getReturnedPages } from './splitPages.ts'

/** `notStored`: the device has no room. `draft`: the draft of the pupil's correction can't be returned as it is. */
export type ReturnProblem =
  | { why: 'notStored' | 'cancelled' }
  | { why: 'damaged' | 'slow' | 'draft'; first: number }

/** In ms. A page that blocks the PDF library must not block the other parts. */
const cutOutTimeoutMs = 120_000

type ReturnPapersOptions = {
  homework: Homework
  form: DraftForm<PapersDraft>
  entryById: ReadonlyMap<number, SubmissionEntry>
  feedback: string
  context: MarkingContext
}

/**
 * Returns parts of the scan: cuts them out, and then moves each into the delivery, together with a draft of the pupil's
 * correction. The files are saved before, so that it can be interrupted and repeated.
 */
export function useReturnPapers({ homework, form, entryById, feedback, context }: ReturnPapersOptions) {
  const t = useT('papers')
  const tCorrection = useT('correction')
  const delivery = useDelivery()
  const { clock } = useSchoolTime()
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
      files.push(await delivery.drafts.putFile(new File([blob], name, { type: blob.type })))
    }
    return files
  }
  /** Returns the part with its files, or why they could not be cut out. */
  const preparePart = async (part: Part, scan: Scan, signal: AbortSignal): Promise<Part | ReturnProblem> => {
    if (part.files.length > 0) return part
    try {
      const files = await cutOut(part, scan, signal)
      await save(part.first, { files })
      return { ...part, files }
    } catch (error) {
      if (error instanceof StorageError) throw error
      if (signal.aborted) return { why: 'cancelled' }
      return { why: isTimeout(error) ? 'slow' : 'damaged', first: part.first }
    }
  }
  const returnPart = async (
    part: Part,
    options: Pick<ReturnOptions, 'group' | 'notBefore'>,
  ): Promise<ReturnProblem | undefined> => {
    const entry = part.pupilId === null ? undefined : entryById.get(part.pupilId)
    if (!entry) return undefined
    const { user, submission } = entry
    const title = tCorrection('entryTitle', { name: sanitizeName(user.name) })
    const result = await returnCorrection(
      delivery,
      { ...{ homework, submission, context, title }, ...options },
      stored =>
        addPaper(stored ?? createCorrection(submission, context.language), { part, feedback, context }),
      // Without a draft, undoing the return leaves the part in the scan only.
      stored => stored,
    )
    return 'problem' in result ? { why: 'draft', first: part.first } : undefined
  }

  return {
    /** Number of prepared parts. Undefined while no parts are being prepared. */
    progress,
    problems,
    clearProblems: () => setProblems([]),
    /** Stops without returning a part. */
    cancel: () => running.current?.abort(),
    /** Never rejects. */
    async start(parts: readonly Part[], scan: Scan) {
      if (running.current) return
      const controller = new AbortController()
      running.current = controller
      const found: (ReturnProblem | undefined)[] = []
      setProblems([])
      try {
        const prepared: Part[] = []
        for (const [index, part] of parts.entries()) {
          setProgress({ done: index, total: parts.length })
          const result = await preparePart(part, scan, controller.signal)
          if (controller.signal.aborted) {
            found.push({ why: 'cancelled' })
            return
          }
          if ('why' in result) found.push(result)
          else prepared.push(result)
        }
        const group = `${getReturnAllGroup(homework.id)}${randomUuid()}`
        const notBefore = clock() + undoMs
        for (const part of prepared) found.push(await returnPart(part, { group, notBefore }))
      } catch {
        found.push({ why: 'notStored' })
      } finally {
        running.current = undefined
        setProgress(undefined)
        setProblems(found.filter(problem => problem !== undefined))
      }
    },
  }
}

type PaperOptions = { part: Part; feedback: string; context: MarkingContext }

/** Feedback that the teacher has written or returned stays. */
function addPaper(draft: CorrectionDraft, { part, feedback, context }: PaperOptions): CorrectionDraft {
  const ids = new Set(draft.files.map(({ id }) => id))
  const merged = {
    ...draft,
    text: draft.text.trim() === '' ? feedback : draft.text,
    files: [...draft.files, ...part.files.filter(({ id }) => !ids.has(id))],
  }
  const withScheme = applyScheme(merged, context)
  return part.points.trim() === ''
    ? withScheme
    : { ...withScheme, ...setPoints(withScheme, part.points, context) }
}

/** Prepared photos and drawn pages are JPEGs, whatever their name. */
const getPhotoName = ({ type }: Blob, original: StoredFile | undefined): string =>
  type === 'image/jpeg' ? 'photo.jpg' : (original?.name ?? 'photo.jpg')
