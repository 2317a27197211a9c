import { z } from 'zod/mini'
import type { Homework } from '../../../contract/homework.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import type { DraftKind, SavedDraft } from '../../../outbox/drafts/Drafts.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import { type Entries, removeEntry, setEntry } from '../../../outbox/settings/entries.ts'
import { defineSetting, type LocalSetting, readValues } from '../../../outbox/settings/settingKind.ts'
import type { SchemeLine } from './schemeLines.ts'

/** The points scheme of one homework. Its entry has the ID of the homework. */
const StoredScheme = z.object({
  /** Beginning of the homework's text, shown where the scheme is offered for another one. */
  title: z.string(),
  lines: z.array(z.object({ label: z.string(), max: z.number() })),
})
export type StoredScheme = z.output<typeof StoredScheme>

const maxTitleLength = 200

/** Before devices shared the schemes, each stored a list. */
const SchemeList = z.pipe(
  z.object({
    schemes: z.array(z.extend(StoredScheme, { todoId: z.number(), changedAt: z.number() })),
  }),
  z.transform(
    ({ schemes }): Entries =>
      Object.fromEntries(
        schemes.map(({ todoId, title, lines, changedAt }) => [
          String(todoId),
          { at: Math.max(0, Math.round(changedAt)), value: createScheme(title, lines) },
        ]),
      ),
  ),
)

const createScheme = (text: string, lines: readonly SchemeLine[]): StoredScheme => ({
  title: truncateText(text, maxTitleLength, '…'),
  lines: [...lines],
})

/** The schemes of one subject. */
export const schemeSetting = defineSetting({
  draftName: 'pointsSchemes',
  name: 'staffroom.schemes',
  value: StoredScheme,
  maxEntries: 40,
  earlier: SchemeList,
})

export const getSchemeKey = ({ lesson_id }: Pick<Homework, 'lesson_id'>): string => String(lesson_id)

/** Text of the scheme that the teacher is editing, by homework ID. */
const SchemeText = z.object({ text: z.string() })
export const schemeTextDraft: DraftKind<z.output<typeof SchemeText>> = {
  name: 'pointsScheme',
  value: SchemeText,
  isEmpty: () => false,
}

type SchemeHomework = Pick<Homework, 'id' | 'lesson_id' | 'text'>

/** Stores the scheme of a homework. Deletes it if `lines` is empty. Resolves to whether it is on disk. */
export const saveScheme = (
  outbox: Outbox,
  homework: SchemeHomework,
  lines: readonly SchemeLine[],
): Promise<boolean> =>
  outbox.settings.change(schemeSetting, getSchemeKey(homework), (entries, now) => {
    const id = String(homework.id)
    return lines.length === 0
      ? removeEntry(entries, id, now)
      : setEntry(entries, id, createScheme(homework.text, lines), now)
  })

/** Returns the scheme of the homework, otherwise the newest scheme of its subject as an offer. */
export function findScheme(
  entries: Entries,
  todoId: number,
): { own: StoredScheme | undefined; offer: StoredScheme | undefined } {
  const schemes = readValues(schemeSetting, entries)
  const own = schemes.get(String(todoId))?.value
  const [newest] = [...schemes.values()].toSorted((a, b) => b.at - a.at)
  return { own, offer: own ? undefined : newest?.value }
}

/** Returns the lines of a homework's scheme from the stored schemes of all subjects. */
export const getSchemeLines = (
  homework: Pick<Homework, 'id' | 'lesson_id'>,
  stored: readonly { key: string; draft: Pick<SavedDraft<LocalSetting>, 'value'> }[],
): readonly SchemeLine[] | undefined => {
  const ofSubject = stored.find(({ key }) => key === getSchemeKey(homework))
  return ofSubject && findScheme(ofSubject.draft.value.entries, homework.id).own?.lines
}
