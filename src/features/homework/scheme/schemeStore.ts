import { z } from 'zod/mini'
import type { Homework } from '../../../contract/homework.ts'
import { withDraft } from '../../../outbox/drafts/acquireDraft.ts'
import type { DraftKind } from '../../../outbox/drafts/Drafts.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import { runExclusive } from '../../../outbox/runExclusive.ts'
import type { SchemeLine } from './schemeLines.ts'

/** The points scheme of one homework. */
const StoredScheme = z.object({
  todoId: z.number(),
  /** Text of the homework, shown where the scheme is offered for another one. */
  title: z.string(),
  lines: z.array(z.object({ label: z.string(), max: z.number() })),
  /** Unix ms. */
  changedAt: z.number(),
})
export type StoredScheme = z.output<typeof StoredScheme>

const SchemeMemory = z.object({ schemes: z.array(StoredScheme) })
type SchemeMemory = z.output<typeof SchemeMemory>

/** Maximum number of schemes per subject. All are read at once. */
export const maxSchemes = 40

/** The schemes of one subject, the newest first. Stored like the phrases. */
export const schemeMemory: DraftKind<SchemeMemory> = {
  name: 'pointsSchemes',
  value: SchemeMemory,
  isEmpty: ({ schemes }) => schemes.length === 0,
  isPageState: true,
}

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
  now: number,
): Promise<boolean> =>
  runExclusive('staffroom:points-schemes', () =>
    withDraft(outbox, schemeMemory, getSchemeKey(homework), memory => {
      const others = (memory.state().value?.schemes ?? []).filter(({ todoId }) => todoId !== homework.id)
      const changed = { todoId: homework.id, title: homework.text, lines: [...lines], changedAt: now }
      memory.set({ schemes: lines.length === 0 ? others : [changed, ...others].slice(0, maxSchemes) })
      return memory.flush()
    }),
  )

/** Returns the scheme of the homework, and the newest one of its subject as an offer if it has none. */
export function findScheme(
  memory: SchemeMemory | undefined,
  todoId: number,
): { own: StoredScheme | undefined; offer: StoredScheme | undefined } {
  const schemes = memory?.schemes ?? []
  const own = schemes.find(scheme => scheme.todoId === todoId)
  return { own, offer: own ? undefined : schemes[0] }
}

/** Returns the lines of a homework's scheme from the stored schemes of all subjects. */
export const getSchemeLines = (
  homework: Pick<Homework, 'id' | 'lesson_id'>,
  stored: readonly { key: string; draft: { value: SchemeMemory } }[],
): readonly SchemeLine[] | undefined =>
  findScheme(stored.find(({ key }) => key === getSchemeKey(homework))?.draft.value, homework.id).own?.lines
