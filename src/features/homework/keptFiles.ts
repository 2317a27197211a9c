import { useEffect, useState } from 'react'
import { z } from 'zod/mini'
import type { DraftKind, KeptFile } from '../../outbox/drafts/Drafts.ts'
import { useKeepFiles } from '../../outbox/drafts/useKeepFiles.ts'
import type { Outbox } from '../../outbox/Outbox.ts'
import { useOutbox } from '../../outbox/OutboxContext.ts'
import type { Write } from '../../outbox/queue/Writes.ts'

const Upload = z.object({ body: z.object({ file: z.object({ keptFile: z.string() }) }) })

/** The outbox's id of the file a write uploads; `undefined` where it uploads none. */
export const keptFileOf = (write: Pick<Write, 'input'>): string | undefined =>
  Upload.safeParse(write.input).data?.body.file.keptFile

/** The files of writes, to be put into a draft again. */
export async function keptFilesOf({ drafts }: Outbox, writes: readonly Write[]): Promise<KeptFile[]> {
  const ids = writes.map(keptFileOf).filter(id => id !== undefined)
  const files = await Promise.all(ids.map(async id => ({ id, file: await drafts.file(id) })))
  return files.flatMap(({ id, file }) =>
    file ? [{ id, name: file.name, type: file.type, size: file.size }] : [],
  )
}

/** The names of the files that are on their way, by the id of their write; filled in as they are read. */
export function useKeptNames(writes: readonly Write[]): ReadonlyMap<string, string> {
  const { drafts } = useOutbox()
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    let left = false
    for (const write of writes) {
      const kept = keptFileOf(write)
      if (kept === undefined || names.has(write.id)) continue
      void drafts.file(kept).then(file => {
        if (file && !left) setNames(known => new Map(known).set(write.id, file.name))
      })
    }
    return () => {
      left = true
    }
  }, [drafts, writes, names])
  return names
}

/** Why a write was refused. It is stored as plain data; a sentence is made of the error itself. */
export const errorOf = ({ error }: Pick<Write, 'error'>): Error | undefined =>
  error && Object.assign(new Error('refused'), error)

/** What is being kept, by draft: a form that was closed meanwhile and opened anew waits for it too. */
const underWay = new WeakMap<Outbox, Map<string, Promise<boolean>>>()

function keptInto<T>(outbox: Outbox, kind: DraftKind<T>, key: string) {
  const drafts = underWay.get(outbox) ?? new Map<string, Promise<boolean>>()
  underWay.set(outbox, drafts)
  const id = `${kind.name} ${key}`
  return {
    now: () => drafts.get(id),
    add: (keeping: Promise<boolean>) => {
      const all = Promise.all([drafts.get(id) ?? true, keeping]).then(([before, now]) => before && now)
      drafts.set(id, all)
      void all.then(() => drafts.get(id) === all && drafts.delete(id))
    },
  }
}

/** Whether files are on their way into this draft: it does not go without them. */
export const isKeepingFiles = <T>(outbox: Outbox, kind: DraftKind<T>, key: string): boolean =>
  keptInto(outbox, kind, key).now() !== undefined

/** `useKeepFiles` for a form that waits for its files before it is sent. */
export function useDraftFiles<T>(kind: DraftKind<T>, key: string, take: (kept: KeptFile) => void) {
  const kept = keptInto(useOutbox(), kind, key)
  const { keeping, refused, keep } = useKeepFiles(kind, key, take)
  return {
    keeping,
    /** Of those chosen last, what can't go along. */
    refused,
    add: (files: readonly File[], folders?: ReadonlySet<File>) => kept.add(keep(files, folders)),
    /** Of what is being kept: resolves when it is in the draft, with false where one of it was refused. */
    settled: () => kept.now(),
  }
}
