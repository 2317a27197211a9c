import { z } from 'zod/mini'
import { type ClassFile, files } from '../../../contract/files.ts'
import { relationLabel } from '../../../contract/relations.ts'
import type { Verdict, WriteKind } from '../../../outbox/Writes.ts'

/** What the folder has of this name: entries that can be told from the one this write makes. */
export const AlikeSeen = z.object({ alike: z.array(z.object({ id: z.number(), empty: z.boolean() })) })
export type AlikeSeen = z.output<typeof AlikeSeen>

type Made = { name: string; parent_id?: number | null | undefined; is_dir?: boolean | undefined }

/** Entries of this name and kind in the folder that the caller may have made. `empty`: nothing was uploaded to it. */
export const alikeIn = (
  rows: readonly ClassFile[],
  { name, parent_id, is_dir = false }: Made,
): AlikeSeen => ({
  alike: rows
    .filter(
      row =>
        row.name === name.trim() &&
        row.is_dir === is_dir &&
        (row.parent_id ?? 0) === (parent_id ?? 0) &&
        row.can_write,
    )
    .map(({ id, document }) => ({ id, empty: document === null })),
})

/**
 * Was it made? One entry of its name more than before, to which nothing was uploaded, is it: its own upload comes after it
 * (cases 23). Of two nobody can tell which.
 */
export function judgeCreation({ before, now }: { before: AlikeSeen | undefined; now: AlikeSeen }): Verdict {
  // Before it was first sent, one of its name is another's.
  if (!before) return 'send'
  const [one, another] = newIn(before, now)
  if (!one) return 'send'
  return another ? 'unknown' : 'done'
}

const newIn = (before: AlikeSeen, now: AlikeSeen) =>
  now.alike.filter(({ id, empty }) => empty && before.alike.every(known => known.id !== id))

/** Makes a file to upload to, or a folder. What follows names it as `id`, or for an upload as `relation`. */
export const fileCreateWrite: WriteKind<typeof files.create, AlikeSeen> = {
  name: 'fileCreate',
  endpoint: files.create,
  bulk: true,
  seen: AlikeSeen,
  // What the list had when it was chosen is enough: hundreds of files are not looked for one by one.
  begin: ({ opened }) => opened,
  look: async ({ course_id, body }, call) => alikeIn((await call(files.list, { course_id })).rows, body),
  judge: judgeCreation,
  made({ before, answer, now }) {
    const id = answer?.id ?? (before && now && newIn(before, now)[0]?.id)
    return id === undefined ? undefined : { id, relation: relationLabel({ kind: 'file', fileId: id }) }
  },
}
