import { z } from 'zod/mini'
import type { Write } from '../../../outbox/queue/Writes.ts'

const Upload = z.object({ body: z.object({ file: z.object({ keptFile: z.string() }) }) })
const Returned = z.object({
  body: z.object({ teacher_correction: z.string(), points: z.optional(z.number()) }),
})

/** The outbox's id of the file a write uploads; `undefined` where it uploads none. */
export const keptFileOf = (write: Pick<Write, 'input'>): string | undefined =>
  Upload.safeParse(write.input).data?.body.file.keptFile

/** The correction among the writes of a lane, as it was asked for. */
export const correctionIn = (
  writes: readonly Pick<Write, 'input'>[],
): { teacher_correction: string; points?: number | undefined } | undefined =>
  writes.map(({ input }) => Returned.safeParse(input).data?.body).find(body => body !== undefined)
