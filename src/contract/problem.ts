import { z } from 'zod/mini'
import './wire.ts'

/** Error body of every endpoint, the token endpoint too (service-facts.md). `code` repeats the HTTP status. */
export const ProblemBody = z.object({
  error: z.object({
    name: z.string(),
    message: z.string(),
    code: z.int(),
    /** Which field is wrong and why, for 422. Assumed. */
    fields: z.optional(z.record(z.string(), z.string())),
  }),
})
export type ProblemBody = z.output<typeof ProblemBody>
