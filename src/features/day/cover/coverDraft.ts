import * as z from 'zod/mini'
import type { DraftKind } from '../../../delivery/drafts/Drafts.ts'

const CoverFile = z.object({ id: z.number(), name: z.string() })
export type CoverFile = z.output<typeof CoverFile>

const Colleague = z.object({ id: z.number(), name: z.string() })
export type Colleague = z.output<typeof Colleague>

/** Tasks and files by key of the lesson, and the covering colleague. */
const CoverDraft = z.object({
  tasks: z.record(z.string(), z.string()),
  files: z.record(z.string(), z.array(CoverFile)),
  colleague: z.optional(Colleague),
})
export type CoverDraft = z.output<typeof CoverDraft>

export const blankCover: CoverDraft = { tasks: {}, files: {} }

/** Its key is the day. It is never sent. */
export const coverDraft: DraftKind<CoverDraft> = {
  name: 'coverSheet',
  value: CoverDraft,
  isEmpty: ({ tasks, files, colleague }) =>
    colleague === undefined &&
    Object.values(tasks).every(task => task.trim() === '') &&
    Object.values(files).every(list => list.length === 0),
}
