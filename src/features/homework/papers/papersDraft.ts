import { z } from 'zod/mini'
import type { DraftKind } from '../../../outbox/drafts/Drafts.ts'
import { StoredFile } from '../../../outbox/storage/fileStore.ts'
import { SchemeMarks } from '../scheme/marks.ts'

/** The fields of the draft of a correction that a part changes, besides the files. */
const FeedbackFields = z.object({ text: z.string(), points: z.string(), scheme: z.optional(SchemeMarks) })
export type FeedbackFields = z.output<typeof FeedbackFields>

/** The draft of a correction before and after a part was added. `before` is null if there was no draft. */
const FeedbackChange = z.object({ before: z.nullable(FeedbackFields), after: FeedbackFields })
export type FeedbackChange = z.output<typeof FeedbackChange>

/** The pages from `first` up to the next part. Pages are numbered from 0. */
const Part = z.object({
  first: z.number(),
  /** Null until the teacher has chosen a pupil. */
  pupilId: z.nullable(z.number()),
  /** As typed. */
  points: z.string(),
  /** The pages as files. Empty until they are cut out of the scan. */
  files: z.array(StoredFile),
  /**
   * Whether the files are in the draft of the pupil's correction, or were returned with it. Stored before they are
   * added, so that after an interruption no draft has the files of a part that is not marked as added.
   */
  isAdded: z.boolean(),
  /** Undefined until the part is added, and in scans of earlier releases. */
  feedbackChange: z.optional(FeedbackChange),
})
export type Part = z.output<typeof Part>

/** How the scan was split last. */
export const SplitBy = z.enum(['pages', 'blank'])
export type SplitBy = z.output<typeof SplitBy>

export const PapersDraft = z.object({
  /** One PDF, or one photo per page. Empty until a scan is chosen. */
  scan: z.array(StoredFile),
  kind: z.enum(['pdf', 'photos']),
  pageCount: z.number(),
  splitBy: SplitBy,
  /** As typed: the number of pages per part. */
  pagesPerPart: z.string(),
  /** Share of dark pixels of each page, from 0 to 1. Null if the page is not measured, or can't be drawn. */
  ink: z.array(z.nullable(z.number())),
  /** In ascending order. The first part begins with page 0. */
  parts: z.array(Part),
  /** Pages that are not returned, such as blank ones. */
  omittedPages: z.array(z.number()),
  /** Feedback for pupils without feedback of their own. Undefined until the teacher changes it. */
  feedback: z.optional(z.string()),
})
export type PapersDraft = z.output<typeof PapersDraft>

/** Its key is the ID of the homework. It is never sent itself: its parts move into the drafts of corrections. */
export const papersDraft: DraftKind<PapersDraft> = {
  name: 'papers',
  value: PapersDraft,
  isEmpty: ({ scan }) => scan.length === 0,
}

export const emptyPapers: PapersDraft = {
  scan: [],
  kind: 'pdf',
  pageCount: 0,
  splitBy: 'pages',
  pagesPerPart: '',
  ink: [],
  parts: [],
  omittedPages: [],
}

/** Returns the change of one part, based on the latest parts. */
export const changePart =
  (first: number, changes: Partial<Part>) =>
  ({ parts }: PapersDraft): Partial<PapersDraft> => ({
    parts: parts.map(part => (part.first === first ? { ...part, ...changes } : part)),
  })
