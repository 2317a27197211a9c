import { clockOf, dayOf, instantAt } from '../lib/schoolTime.ts'
import { plusDays } from '../lib/week.ts'
import type { Db } from '../service/db/schema.ts'
import { createDraw } from './draw.ts'
import { fillFaultHomework } from './faults/fillFaultHomework.ts'
import { fillFaults } from './faults/fillFaults.ts'
import { fillOddClass } from './faults/fillOddClass.ts'
import { fillCrowd } from './fillCrowd.ts'
import { fillHomework } from './fillHomework.ts'
import type { SeededPeople } from './fillPeople.ts'
import { findPeople } from './findPeople.ts'
import { type Photos, readPhotos } from './photos.ts'
import { kindOf, type SchoolKind } from './schoolKind.ts'

type When = { now: number; timeZone: string }
/** With what a homework is made of. */
type Making = When & { photos: Photos }

/** The homework of the seed, and the last instant, Unix ms, of what the seed says was done with it. */
type Seeded = { madeAt: number; ids: number[] }
const fact = 'seeded_homework'
const week = 7 * 86_400_000

/** All homework of a seed school, into one without any; `crowd` as in SeedOptions. */
export async function fillSeedHomework(
  db: Db,
  {
    people,
    crowd,
    kind,
    photos,
    ...when
  }: Making & { people: SeededPeople; crowd: boolean; kind: SchoolKind },
): Promise<void> {
  const pictures = await readPhotos(photos)
  await fillHomework(db, { ...when, draw: createDraw(3), people, kind, pictures })
  // Before the classes with large numbers, so that it is the fifth.
  if (crowd) await fillCrowd(db, { ...when, people, kind, pictures })
  if (kind.faults) {
    await fillFaults(db, when.now)
    await fillFaultHomework(db, { ...when, people, pictures })
    await fillOddClass(db, { ...when, people, pictures })
  }
  // It is the seed's own, to be moved with the days.
  const rows = await db.selectFrom('homeworks').select('id').orderBy('id').execute()
  await remember(db, { madeAt: when.now, ids: rows.map(({ id }) => id) })
}

/**
 * Gives a seed school of a release that knew no homework what a new one has. Does nothing where there is any, or where
 * somebody of the seed is gone.
 */
export async function addMissingHomework(db: Db, when: Making): Promise<void> {
  if (await db.selectFrom('facts').select('name').where('name', '=', fact).executeTakeFirst()) return
  if (await db.selectFrom('homeworks').select('id').limit(1).executeTakeFirst()) return
  const people = await findPeople(db)
  if (!people) return
  await fillSeedHomework(db, { ...when, people, crowd: false, kind: await kindOf(db) })
}

/**
 * Moves the seed's homework on by whole weeks, to the same hours of the timetable, so that some is always due. What
 * people did with it since stays when it was.
 */
export async function moveHomework(db: Db, { now, timeZone }: When): Promise<void> {
  const row = await db.selectFrom('facts').select('value').where('name', '=', fact).executeTakeFirst()
  if (!row) return
  const { madeAt, ids } = read(row.value)
  const weeks = Math.floor((now - madeAt) / week)
  if (weeks < 1) return
  const homework = await db.selectFrom('homeworks').select(['id', 'due_at', 'created_at']).execute()
  for (const { id, due_at, created_at } of homework) {
    if (!ids.includes(id)) continue
    const due = Date.parse(due_at)
    const moved = instantAt(plusDays(dayOf(due, timeZone), 7 * weeks), clockOf(due, timeZone), timeZone)
    const later = (instant: string) =>
      Date.parse(instant) > madeAt ? instant : new Date(Date.parse(instant) + moved - due).toISOString()
    await db
      .updateTable('homeworks')
      .set({ due_at: new Date(moved).toISOString(), created_at: later(created_at) })
      .where('id', '=', id)
      .execute()
    await moveSubmissions(db, id, later)
  }
  await remember(db, { madeAt: madeAt + weeks * week, ids })
}

async function moveSubmissions(db: Db, id: number, later: (instant: string) => string): Promise<void> {
  const laterOrNull = (instant: string | null) => (instant === null ? null : later(instant))
  for (const row of await db.selectFrom('submissions').selectAll().where('todo_id', '=', id).execute()) {
    const { acknowledged_at, submitted_at, corrected_at } = row
    await db
      .updateTable('submissions')
      .set({
        acknowledged_at: laterOrNull(acknowledged_at),
        submitted_at: laterOrNull(submitted_at),
        corrected_at: laterOrNull(corrected_at),
      })
      .where('todo_id', '=', id)
      .where('user_id', '=', row.user_id)
      .execute()
  }
  const documents = db.selectFrom('documents').select(['id', 'uploaded_at']).where('todo_id', '=', id)
  for (const document of await documents.execute()) {
    await db
      .updateTable('documents')
      .set({ uploaded_at: later(document.uploaded_at) })
      .where('id', '=', document.id)
      .execute()
  }
}

function read(value: string): Seeded {
  const [madeAt, ...ids] = value.split(' ').map(Number)
  return { madeAt: madeAt ?? 0, ids }
}

async function remember(db: Db, { madeAt, ids }: Seeded): Promise<void> {
  const value = [madeAt, ...ids].join(' ')
  await db
    .insertInto('facts')
    .values({ name: fact, value })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
