import type { Endpoint, Input } from '../contract/endpoint.ts'
import { isRecord } from '../lib/isRecord.ts'

/** A file that a write names is not in this browser any more. */
export class FileGone extends Error {
  override readonly name = 'FileGone'
  readonly id: string
  constructor(id: string) {
    super(`the file ${id} is gone`)
    this.id = id
  }
}

/** An input as the call takes it: every `{ keptFile: id }` replaced by the file. Throws `FileGone`. */
export async function withFiles(
  input: unknown,
  file: (id: string) => Promise<File | undefined>,
): Promise<Input<Endpoint>> {
  const resolve = async (value: unknown): Promise<unknown> => {
    if (Array.isArray(value)) return Promise.all(value.map(resolve))
    if (!isRecord(value)) return value
    if (typeof value.keptFile === 'string') {
      const found = await file(value.keptFile)
      if (!found) throw new FileGone(value.keptFile)
      return found
    }
    const inner = await Promise.all(
      Object.entries(value).map(async ([name, part]) => [name, await resolve(part)] as const),
    )
    return Object.fromEntries(inner)
  }
  return (await resolve(input)) as Input<Endpoint>
}
