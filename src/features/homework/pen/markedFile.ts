import { z } from 'zod/mini'
import { StoredFile } from '../../../outbox/storage/fileStore.ts'
import type { MarkOperation } from '../../../ui/marks/marks.ts'

/** A file of the pupil with marks, in the draft of a correction. */
export const MarkedFile = z.object({
  /** ID of the pupil's document. */
  document: z.number(),
  name: z.string(),
  /** ID of the log that has the operations. */
  log: z.string(),
  /** Null until the copy is created, and after each change. */
  copy: z.nullable(StoredFile),
})
export type MarkedFile = z.output<typeof MarkedFile>

const Level = z.union([z.literal(1), z.literal(2), z.literal(3)])
const placed = {
  page: z.number(),
  colour: Level,
  x: z.number(),
  y: z.number(),
  turn: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
}
const Mark = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['pen', 'highlighter']),
    page: z.number(),
    colour: Level,
    width: Level,
    points: z.array(z.number()),
  }),
  z.object({ kind: z.enum(['tick', 'cross']), ...placed }),
  z.object({ kind: z.literal('text'), ...placed, text: z.string() }),
])

/** As stored in a log. */
const StoredOperation = z.discriminatedUnion('type', [
  z.object({ type: z.literal('add'), mark: Mark }),
  z.object({ type: z.literal('erase'), ids: z.array(z.number()) }),
  z.object({ type: z.literal('undo') }),
  z.object({ type: z.literal('redo') }),
])

/** Returns the valid operations of a log, and the number of invalid ones. */
export function parseOperations(values: readonly unknown[]): {
  operations: MarkOperation[]
  invalid: number
} {
  const operations = values
    .map(value => StoredOperation.safeParse(value).data)
    .filter(operation => operation !== undefined)
  return { operations, invalid: values.length - operations.length }
}

/** Returns e.g. `page1-marked.jpg`. JPEG remains JPEG, every other picture becomes PNG (docs/decisions/072). */
export function getCopyName(name: string, takenNames: Iterable<string> = []): string {
  const end = name.lastIndexOf('.')
  const stem = end > 0 ? name.slice(0, end) : name
  const extension = end > 0 ? name.slice(end + 1) : ''
  const copyExtension = isJpegName(name) ? extension : 'png'
  const taken = new Set(takenNames)
  for (let number = 1; ; number += 1) {
    const copyName = `${stem}-marked${number > 1 ? `-${number}` : ''}.${copyExtension}`
    if (!taken.has(copyName)) return copyName
  }
}

export const isJpegName = (name: string): boolean => /\.jpe?g$/i.test(name)
