import type { z } from 'zod/mini'
import { files } from '../../../src/contract/files.ts'
import { messages } from '../../../src/contract/messages.ts'

export type List = 'files' | 'messages'

export const responses = { files: files.list.response, messages: messages.list.response }

/** Checks each entry with zod/mini, and drops invalid ones. */
export function parsePlainly(list: List, entries: readonly unknown[]): unknown[] {
  const schema: z.ZodMiniType = responses[list].schema
  return entries.flatMap(entry => {
    const result = schema.safeParse(entry)
    return result.success ? [result.data] : []
  })
}
