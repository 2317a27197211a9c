import { z } from 'zod/mini'
import type { Dependencies } from './encryption.ts'
import { getOwnerId, toRowId } from './logStore.ts'
import type { Encrypted } from './Store.ts'

/** In ms. A tab may be about to save a draft that refers to the file, or to undo its deletion. */
const minUnreferencedAgeMs = 60 * 60_000

/**
 * In bytes. Larger files are stored in parts: Chromium can't store a row of more than 127 MB, and the page is blocked
 * while the browser copies the bytes of a row.
 */
const partSize = 4 * 1024 * 1024

/** A chosen file, stored until it is sent. */
export const StoredFile = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  size: z.number(),
  /** The service has it already, because the rest of its entry could not be sent and is edited. */
  isSent: z.optional(z.literal(true)),
})
export type StoredFile = z.output<typeof StoredFile>

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
const Description = z.object({ name: z.string(), type: z.string(), size: z.number() })
/** Content of the row of a file that is stored in parts. Such a row has no `about`. */
const Parts = z.object({ name: z.string(), type: z.string(), size: z.number(), count: z.number() })

type FileStoreOptions = Dependencies & {
  /** Returns all texts of drafts and entries. Rejects if they can't be read. */
  findReferencedTexts: () => Promise<ReadonlySet<string>>
}

/** IDs are random, so a typed text never equals one. */
export function createFileStore({ store, encryption, clock, newId, findReferencedTexts }: FileStoreOptions) {
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
      if (!row) throw new Error('a part of the file is missing')
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
        return { id, name, type, size }
      } catch {
        return undefined
      }
    },
    /** Removes files and logs that no draft and no entry refers to. Throws `StorageError`. */
    async collectGarbage(): Promise<void> {
      const ids = await store.read(['files'], transaction => transaction.getIds('files'))
      if (ids.length === 0) return
      const referenced = await findReferencedTexts()
      // Reads only these rows, because a row has up to 4 MB.
      for (const id of ids.filter(rowId => !referenced.has(getOwnerId(rowId)))) {
        await store.write(['files'], async transaction => {
          const row = await transaction.get('files', id)
          if (row && row.createdAt < clock() - minUnreferencedAgeMs) await transaction.remove('files', id)
        })
      }
    },
  }
}
