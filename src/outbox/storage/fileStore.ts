import { z } from 'zod/mini'
import type { Endpoint, Input } from '../../contract/endpoint.ts'
import { isRecord } from '../../lib/isRecord.ts'
import type { Dependencies } from './encryption.ts'
import { getOwnerId } from './logStore.ts'

/** In ms. Another tab may be about to save a draft that refers to the file. */
const minUnreferencedAgeMs = 24 * 60 * 60_000

/** A chosen file, stored until it is sent. */
export const StoredFile = z.object({ id: z.string(), name: z.string(), type: z.string(), size: z.number() })
export type StoredFile = z.output<typeof StoredFile>

const Upload = z.object({ body: z.object({ file: z.object({ keptFile: z.string() }) }) })

/** Returns the ID of the stored file that a write uploads, if it uploads one. */
export const getUploadFileId = ({ input }: { input: unknown }): string | undefined =>
  Upload.safeParse(input).data?.body.file.keptFile

export type FileStore = ReturnType<typeof createFileStore>

/** A text that equals the ID of a file is a reference to it. */
export function collectTexts(value: unknown, texts: Set<string> = new Set()): Set<string> {
  if (typeof value === 'string') texts.add(value)
  else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) collectTexts(inner, texts)
  }
  return texts
}

/** `size` is missing in rows of earlier releases. */
const Description = z.object({ name: z.string(), type: z.string(), size: z.optional(z.number()) })

type Needs = Dependencies & { findReferencedTexts: () => Promise<ReadonlySet<string> | undefined> }

/** IDs are random, so a typed text never equals one. */
export function createFileStore({ store, encryption, clock, newId, findReferencedTexts }: Needs) {
  const removeUnreferenced = async (ids: string[]) => {
    const referenced = ids.length > 0 ? await findReferencedTexts() : undefined
    if (!referenced) return
    await store.write(['files'], async transaction => {
      for (const id of ids) if (!referenced.has(getOwnerId(id))) await transaction.remove('files', id)
    })
  }
  const readRow = async (id: string) => {
    const row = await store.read(['files'], transaction => transaction.get('files', id))
    if (!row?.about) return undefined
    const description = Description.parse(await encryption.decrypt(`file ${id} about`, row.about))
    return { description, readContent: () => encryption.decryptBytes(`file ${id}`, row.content) }
  }
  return {
    async put(file: File): Promise<StoredFile> {
      const id = newId()
      const { name, type, size } = file
      const about = await encryption.encrypt(`file ${id} about`, { name, type, size })
      const content = await encryption.encryptBytes(`file ${id}`, await file.arrayBuffer())
      await store.write(['files'], transaction =>
        transaction.put('files', { id, createdAt: clock(), about, content }),
      )
      return { id, name, type, size }
    },
    async get(id: string): Promise<File | undefined> {
      try {
        const row = await readRow(id)
        if (!row) return undefined
        const { name, type } = row.description
        return new File([await row.readContent()], name, { type })
      } catch {
        return undefined
      }
    },
    /** Does not decrypt the content. */
    async getInfo(id: string): Promise<StoredFile | undefined> {
      try {
        const row = await readRow(id)
        if (!row) return undefined
        const { name, type, size } = row.description
        return { id, name, type, size: size ?? (await row.readContent()).byteLength }
      } catch {
        return undefined
      }
    },
    /** Removes files and logs that are no longer referenced. */
    async release(ids: Iterable<string>): Promise<void> {
      const released = new Set(ids)
      const storedIds = await store.read(['files'], transaction => transaction.getIds('files'))
      await removeUnreferenced(storedIds.filter(id => released.has(getOwnerId(id))))
    },
    async collectGarbage(): Promise<void> {
      const ids = await store.read(['files'], transaction => transaction.getIds('files'))
      const old: string[] = []
      for (const id of ids) {
        const row = await store.read(['files'], transaction => transaction.get('files', id))
        if (row && row.createdAt < clock() - minUnreferencedAgeMs) old.push(id)
      }
      await removeUnreferenced(old)
    },
  }
}

export class MissingFileError extends Error {
  override readonly name = 'MissingFileError'
  readonly id: string
  constructor(id: string) {
    super(`the file ${id} is gone`)
    this.id = id
  }
}

/** Replaces every `{ keptFile: id }` by the file. Throws `MissingFileError`. */
export async function resolveFiles(
  input: unknown,
  file: (id: string) => Promise<File | undefined>,
): Promise<Input<Endpoint>> {
  const resolve = async (value: unknown): Promise<unknown> => {
    if (Array.isArray(value)) return Promise.all(value.map(resolve))
    if (!isRecord(value)) return value
    if (typeof value.keptFile === 'string') {
      const found = await file(value.keptFile)
      if (!found) throw new MissingFileError(value.keptFile)
      return found
    }
    const inner = await Promise.all(
      Object.entries(value).map(async ([name, part]) => [name, await resolve(part)] as const),
    )
    return Object.fromEntries(inner)
  }
  return (await resolve(input)) as Input<Endpoint>
}
