import { z } from 'zod/mini'
import type { DraftKind } from '../../../delivery/drafts/Drafts.ts'
import { StoredFile } from '../../../delivery/storage/fileStore.ts'

/** The pages from `first` up to the next part. Pages are numbered from 0. */
const Part = z.object({
  first: z.number(),
  /** Null until the teacher has chosen a pupil. */
  pupilId: z.nullable(z.number()),
  /** As typed. */
  points: z.string(),
  /** The pages as files. Empty until they are cut out of the scan. */
  files: z.array(StoredFile),
})
export type Part = z.output<typeof Part>

/** How the scan was split last. */
const SplitBy = z.enum(['pages', 'blank'])

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

/** Its key is the ID of the homework. It is never sent itself: each part becomes an entry of the delivery. */
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
