import { z } from 'zod/mini'
import type { Endpoint, Input } from '../../contract/endpoint.ts'
import { isRecord } from '../../lib/isRecord.ts'
import type { Tools } from './sealing.ts'

/**
 * Minimum age of an unreferenced file before it is deleted, in ms. Another tab may be about to save a draft that refers
 * to it.
 */
const grace = 24 * 60 * 60_000

/** A file that the user chose, stored until it is sent. `id` is an ID of the outbox. */
export const KeptFile = z.object({ id: z.string(), name: z.string(), type: z.string(), size: z.number() })
export type KeptFile = z.output<typeof KeptFile>

export type KeptFiles = ReturnType<typeof createKeptFiles>

/** Returns all texts in a value. A text that equals the ID of a file is a reference to the file. */
export function textsIn(value: unknown, into: Set<string> = new Set()): Set<string> {
  if (typeof value === 'string') into.add(value)
  else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) textsIn(inner, into)
  }
  return into
}

type Needs = Tools & { named: () => Promise<ReadonlySet<string> | undefined> }

/**
 * Creates the store of files for drafts and writes. `named` returns all texts of all drafts and writes. IDs are random,
 * so a typed text never equals one.
 */
export function createKeptFiles({ store, sealing, clock, newId, named }: Needs) {
  const removeUnnamed = async (ids: string[]) => {
    const names = ids.length > 0 ? await named() : undefined
    if (!names) return
    await store.change(['files'], async step => {
      for (const id of ids) if (!names.has(id)) await step.remove('files', id)
    })
  }
  return {
    async put(file: File): Promise<KeptFile> {
      const id = newId()
      const { name, type, size } = file
      const about = await sealing.seal(`file ${id} about`, { name, type })
      const content = await sealing.sealBytes(`file ${id}`, await file.arrayBuffer())
      await store.change(['files'], step => step.put('files', { id, createdAt: clock(), about, content }))
      return { id, name, type, size }
    },
    async get(id: string): Promise<File | undefined> {
      try {
        const row = await store.read(['files'], step => step.get('files', id))
        if (!row) return undefined
        const about = await sealing.open(`file ${id} about`, row.about)
        if (typeof about !== 'object' || about === null) return undefined
        const { name, type }: { name?: unknown; type?: unknown } = about
        const bytes = await sealing.openBytes(`file ${id}`, row.content)
        return new File([bytes], String(name ?? ''), { type: String(type ?? '') })
      } catch {
        return undefined
      }
    },
    async release(ids: Iterable<string>): Promise<void> {
      const there = new Set(await store.read(['files'], step => step.ids('files')))
      await removeUnnamed([...ids].filter(id => there.has(id)))
    },
    /** Deletes unreferenced files that are older than `grace`. */
    async collect(): Promise<void> {
      const ids = await store.read(['files'], step => step.ids('files'))
      const old: string[] = []
      for (const id of ids) {
        const row = await store.read(['files'], step => step.get('files', id))
        if (row && row.createdAt < clock() - grace) old.push(id)
      }
      await removeUnnamed(old)
    },
  }
}

export class FileGone extends Error {
  override readonly name = 'FileGone'
  readonly id: string
  constructor(id: string) {
    super(`the file ${id} is gone`)
    this.id = id
  }
}

/** Returns the input of a call with every `{ keptFile: id }` replaced by the file. Throws `FileGone`. */
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
