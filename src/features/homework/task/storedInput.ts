import { z } from 'zod/mini'
import type { Write } from '../../../outbox/Writes.ts'

const Upload = z.object({ body: z.object({ file: z.object({ keptFile: z.string() }) }) })
const Comment = z.object({ body: z.object({ comment: z.string() }) })

/** The outbox's id of the file a write uploads; `undefined` where it uploads none. */
export const keptFileOf = (write: Pick<Write, 'input'> | undefined): string | undefined =>
  Upload.safeParse(write?.input).data?.body.file.keptFile

/** The comment a write hands in; `undefined` where it hands in none. */
export const commentOf = (write: Pick<Write, 'input'>): string | undefined =>
  Comment.safeParse(write.input).data?.body.comment
