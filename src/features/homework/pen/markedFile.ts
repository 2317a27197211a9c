import { z } from 'zod/mini'
import { getFormatByName } from '../../../lib/fileKinds.ts'
import { levels, type MarkOperation } from '../../../ui/marks/marks.ts'

/** A file of the pupil with marks, in the draft of a correction. */
export const MarkedFile = z.object({
  /** ID of the pupil's document. */
  document: z.number(),
  name: z.string(),
  /** ID of the log that has the operations. */
  log: z.string(),
  /** The service has its copy already, because the rest of the correction could not be sent and is edited. */
  isSent: z.optional(z.literal(true)),
})
export type MarkedFile = z.output<typeof MarkedFile>

const Level = z.literal(levels)
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
  z.object({ type: z.literal('replace'), id: z.number(), mark: Mark }),
  z.object({ type: z.literal('amend'), id: z.number(), mark: Mark }),
  z.object({ type: z.literal('undo') }),
  z.object({ type: z.literal('redo') }),
])

/** Returns the operations of a log. */
export const parseOperations = (values: readonly unknown[]): MarkOperation[] =>
  values.map(value => StoredOperation.safeParse(value).data).filter(operation => operation !== undefined)

const endOfCopyName = /-marked(?:-\d+)?(\.[^.]*)$/

/**
 * Returns e.g. `page1-marked.jpg`. `type` is that of the file, by default as its name says. JPEG and PDF remain, every
 * other picture becomes PNG (docs/decisions/072).
 */
export function getCopyName(
  name: string,
  takenNames: Iterable<string> = [],
  type = getFormatByName(name)?.type,
): string {
  const { stem, extension } = splitName(name)
  const copyExtension =
    getFormatByName(name)?.type === type && copyTypes.has(type ?? '') ? extension : getExtension(type)
  const taken = new Set(takenNames)
  for (let number = 1; ; number += 1) {
    const copyName = `${stem}-marked${number > 1 ? `-${number}` : ''}.${copyExtension}`
    if (!taken.has(copyName)) return copyName
  }
}

/** Types that a marked copy can have. */
const copyTypes = new Set(['image/jpeg', 'image/png', 'application/pdf'])

const getExtension = (type: string | undefined) => {
  if (type === 'image/jpeg') return 'jpg'
  return type === 'application/pdf' ? 'pdf' : 'png'
}

function splitName(name: string): { stem: string; extension: string } {
  const end = name.lastIndexOf('.')
  return end > 0
    ? { stem: name.slice(0, end), extension: name.slice(end + 1) }
    : { stem: name, extension: '' }
}

/** Returns the file that a marked copy was created from, by its name. Undefined if it is no copy of these files. */
export function findOriginal<F extends { name: string }>(
  copyName: string,
  files: readonly F[],
): F | undefined {
  if (!endOfCopyName.test(copyName)) return undefined
  const stem = copyName.replace(endOfCopyName, '')
  const originals = files.filter(({ name }) => splitName(name).stem === stem)
  return (
    originals.find(({ name }) => getCopyName(name) === `${stem}-marked.${splitName(copyName).extension}`) ??
    originals[0]
  )
}
