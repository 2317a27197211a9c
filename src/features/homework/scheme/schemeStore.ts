import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { changeSetting, parseSetting, type SettingKind, settingQuery } from '../../../api/settings/setting.ts'
import type { Homework } from '../../../contract/homework.ts'
import type { DraftKind } from '../../../delivery/drafts/Drafts.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import type { SchemeLine } from './schemeLines.ts'

/** The points scheme of one homework. `title`: the beginning of its text, shown where the scheme is offered for another one. */
const StoredScheme = z.object({
  todoId: z.number(),
  title: z.string(),
  lines: z.array(z.object({ label: z.string(), max: z.number() })),
})
export type StoredScheme = z.output<typeof StoredScheme>

/** The schemes of one subject, newest first. */
type StoredSchemes = readonly StoredScheme[]

const maxSchemes = 40
const maxTitleLength = 200

type SchemeHomework = Pick<Homework, 'id' | 'lesson_id' | 'text'>

/** The schemes of the homework's subject. */
export const getSchemeSetting = ({ lesson_id }: Pick<Homework, 'lesson_id'>): SettingKind<StoredSchemes> => ({
  name: `staffroom.schemes.${lesson_id}`,
  value: z.readonly(z.array(StoredScheme)),
  initial: noSchemes,
})
const noSchemes: StoredSchemes = []

/** Text of the scheme that the teacher is editing, by homework ID. */
const SchemeText = z.object({ text: z.string() })
export const schemeTextDraft: DraftKind<z.output<typeof SchemeText>> = {
  name: 'pointsScheme',
  value: SchemeText,
  isEmpty: () => false,
}

/** Stores the scheme of a homework. Deletes it if `lines` is empty. Throws `ApiError`. */
export const saveScheme = (
  client: QueryClient,
  homework: SchemeHomework,
  lines: readonly SchemeLine[],
): Promise<void> =>
  changeSetting(client, getSchemeSetting(homework), schemes => {
    const others = schemes.filter(({ todoId }) => todoId !== homework.id)
    if (lines.length === 0) return others
    const title = truncateText(homework.text, maxTitleLength, '…')
    return [{ todoId: homework.id, title, lines: [...lines] }, ...others].slice(0, maxSchemes)
  })

/** Returns the scheme of the homework, otherwise the newest scheme of its subject as an offer. */
export function findScheme(
  schemes: StoredSchemes,
  id: number,
): { own: StoredScheme | undefined; offer: StoredScheme | undefined } {
  const own = schemes.find(({ todoId }) => todoId === id)
  return { own, offer: own ? undefined : schemes[0] }
}

/** Returns the lines of a homework's scheme, from the cache if it is loaded. */
export const getSchemeLines = (
  client: QueryClient,
  homework: Pick<Homework, 'id' | 'lesson_id'>,
): readonly SchemeLine[] | undefined => {
  const kind = getSchemeSetting(homework)
  const stored = client.getQueryData(settingQuery(kind).queryKey)
  return findScheme(parseSetting(kind, stored), homework.id).own?.lines
}
