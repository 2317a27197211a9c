import { isRecord } from '../../lib/isRecord.ts'
import type { FileToMake, ResultOf } from './Entry.ts'

/** The stored file no longer exists, or can't be read. */
export class MissingFileError extends Error {
  override readonly name = 'MissingFileError'
}

const isResultOf = (value: Record<string, unknown>): value is ResultOf =>
  typeof value.ofStep === 'number' && typeof value.part === 'string'

const isFileToMake = (value: unknown): value is FileToMake => isRecord(value) && isRecord(value.madeFile)

export const hasFileToMake = (input: unknown): boolean =>
  isFileToMake(input) || (isRecord(input) && Object.values(input).some(hasFileToMake))

/**
 * Makes the files of an input. The result refers to them as stored files, so that a repeated request has the same bytes.
 */
export async function makeFiles(
  input: unknown,
  makeFile: (file: FileToMake['madeFile']) => Promise<string>,
): Promise<unknown> {
  if (isFileToMake(input)) return { storedFile: await makeFile(input.madeFile), from: input.madeFile.from }
  if (!isRecord(input)) return input
  const parts = Object.entries(input).map(
    async ([name, part]) => [name, await makeFiles(part, makeFile)] as const,
  )
  return Object.fromEntries(await Promise.all(parts))
}

type Sources = { results: readonly unknown[]; getFile: (id: string) => Promise<File | undefined> }

/** Replaces stored files by `File`s and placeholders by results. Throws `MissingFileError`. */
export async function resolveInput(input: unknown, sources: Sources): Promise<unknown> {
  if (Array.isArray(input)) return Promise.all(input.map(part => resolveInput(part, sources)))
  if (!isRecord(input)) return input
  if (typeof input.storedFile === 'string') {
    const file = await sources.getFile(input.storedFile)
    if (!file) throw new MissingFileError(`the file ${input.storedFile} is gone`)
    return file
  }
  if (isResultOf(input)) return getResult(input, sources.results)
  const parts = await Promise.all(
    Object.entries(input).map(async ([name, part]) => [name, await resolveInput(part, sources)] as const),
  )
  return Object.fromEntries(parts)
}

/** `part` is a path, e.g. `rows.0.id`. */
function getResult({ ofStep, part, within }: ResultOf, results: readonly unknown[]): unknown {
  const found = part
    .split('.')
    .reduce<unknown>(
      (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
      results[ofStep],
    )
  return within === undefined ? found : within.replace('{}', String(found))
}
