import { z } from 'zod/mini'
import type { Endpoint, Input } from '../../contract/endpoint.ts'
import { isRecord } from '../../lib/isRecord.ts'
import type { Dependencies } from './encryption.ts'
import { getOwnerId, toRowId } from './logStore.ts'
import type { Encrypted } from './Store.ts'

/** In ms. Another tab may be about to save a draft that refers to the file. */
const minUnreferencedAgeMs = 24 * 60 * 60_000

/**
 * In bytes. Larger files are stored in parts: Chromium can't store a row of more than 127 MB, and the page is blocked
 * while the browser copies the bytes of a row.
 */
const partSize = 4 * 1024 * 1024

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

const getPartName = (id: string, part: number) => `file ${id} part ${part}`
const getPartsName = (id: string) => `file ${id} parts`
/** `size` is missing in rows of earlier releases. */
const Description = z.object({ name: z.string(), type: z.string(), size: z.optional(z.number()) })
/** Content of the row of a file that is stored in parts. Such a row has no `about`, so earlier releases ignore it. */
const Parts = z.object({ name: z.string(), type: z.string(), size: z.number(), count: z.number() })

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
  const putRow = (id: string, row: { about?: Encrypted; content: Encrypted }) =>
    store.write(['files'], transaction => transaction.put('files', { id, createdAt: clock(), ...row }))
  const getRow = (id: string) => store.read(['files'], transaction => transaction.get('files', id))

  /** Stores the row of the file last: parts without it are removed like unreferenced files. */
  async function putParts(id: string, file: File): Promise<void> {
    const { name, type, size } = file
    const count = Math.ceil(size / partSize)
    const storedIds: string[] = []
    try {
      for (let part = 0; part < count; part += 1) {
        const bytes = await file.slice(part * partSize, (part + 1) * partSize).arrayBuffer()
        const content = await encryption.encryptBytes(getPartName(id, part), bytes)
        const rowId = toRowId(id, part)
        await putRow(rowId, { content })
        storedIds.push(rowId)
      }
      await putRow(id, { content: await encryption.encrypt(getPartsName(id), { name, type, size, count }) })
    } catch (error) {
      // Frees the storage that is full.
      await store
        .write(['files'], async transaction => {
          for (const rowId of storedIds) await transaction.remove('files', rowId)
        })
        .catch(() => undefined)
      throw error
    }
  }

  async function readParts(id: string, count: number): Promise<Blob[]> {
    const blobs: Blob[] = []
    for (let part = 0; part < count; part += 1) {
      const row = await getRow(toRowId(id, part))
      if (!row) throw new MissingFileError(id)
      // A Blob is outside of the memory of the page.
      blobs.push(new Blob([await encryption.decryptBytes(getPartName(id, part), row.content)]))
    }
    return blobs
  }

  const readRow = async (id: string) => {
    const row = await getRow(id)
    if (!row) return undefined
    if (!row.about) {
      const parts = Parts.parse(await encryption.decrypt(getPartsName(id), row.content))
      return { description: parts, readContent: () => readParts(id, parts.count) }
    }
    const description = Description.parse(await encryption.decrypt(`file ${id} about`, row.about))
    const readContent = async () => [await encryption.decryptBytes(`file ${id}`, row.content)]
    return { description, readContent }
  }

  return {
    async put(file: File): Promise<StoredFile> {
      const id = newId()
      const { name, type, size } = file
      if (size > partSize) await putParts(id, file)
      else {
        const about = await encryption.encrypt(`file ${id} about`, { name, type, size })
        await putRow(id, {
          about,
          content: await encryption.encryptBytes(`file ${id}`, await file.arrayBuffer()),
        })
      }
      return { id, name, type, size }
    },
    async get(id: string): Promise<File | undefined> {
      try {
        const row = await readRow(id)
        if (!row) return undefined
        const { name, type } = row.description
        return new File(await row.readContent(), name, { type })
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
        return { id, name, type, size: size ?? new Blob(await row.readContent()).size }
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
      const referenced = ids.length > 0 ? await findReferencedTexts() : undefined
      if (!referenced) return
      const old: string[] = []
      // Reads only these rows, because a row has up to 4 MB.
      for (const id of ids.filter(rowId => !referenced.has(getOwnerId(rowId)))) {
        const row = await getRow(id)
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
