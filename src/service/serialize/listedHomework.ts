import type { Wire } from '../../contract/endpoint.ts'
import type { homework } from '../../contract/homework.ts'
import { isoDateTime } from '../../lib/schoolTime.ts'
import type { Caller } from '../auth/caller.ts'
import type { Db } from '../db/schema.ts'
import type { SerializeContext } from './documents.ts'
import { type HomeworkRange, type HomeworkSelection, homeworkReader } from './homework.ts'

type ListedHomework = Wire<typeof homework.list>[number]
type OwnStatus = NonNullable<ListedHomework['own_status']>

/** Homework in pages, with counts for those who may correct it and the own status for pupils. */
export async function listedHomeworkReader(
  db: Db,
  caller: Caller,
  range: HomeworkRange,
  serializeContext: SerializeContext,
) {
  const read = await homeworkReader(db, caller, range, serializeContext)
  const pupilCounts = await countPupils(db, range.courseIds)
  return async (selection: HomeworkSelection) => {
    const { rows, serialize } = await read(selection)
    const ids = rows.map(({ id }) => id)
    const countsById = await countSubmissions(db, ids)
    const statusById = await readOwnStatus(db, { userId: caller.userId, ids }, serializeContext.timeZone)
    return {
      rows,
      serialize: (row: (typeof rows)[number]): ListedHomework => {
        const entry = serialize(row)
        const { formerPupils = 0, ...counts } = countsById.get(row.id) ?? noSubmissions
        const of = (pupilCounts.get(row.course_id) ?? 0) + formerPupils
        return {
          ...entry,
          counts: entry.can_correct ? { ...counts, of } : null,
          own_status: entry.can_check ? (statusById.get(row.id) ?? notSeen) : null,
        }
      },
    }
  }
}

type SubmissionCounts = Record<'seen' | 'handed_in' | 'to_correct' | 'corrected' | 'formerPupils', number>

const noSubmissions: SubmissionCounts = {
  ...{ seen: 0, handed_in: 0, to_correct: 0, corrected: 0 },
  formerPupils: 0,
}

const notSeen: OwnStatus = {
  ...{ acknowledged_at: null, is_acknowledged: false, is_submitted: false, is_corrected: false },
  ...{ submitted_at: null, corrected_at: null, points: null },
}

/** By class. */
async function countPupils(db: Db, courseIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('memberships.course_id', 'in', courseIds)
    .where('memberships.is_accepted', '=', 1)
    .where('users.is_teacher', '=', 0)
    .groupBy('memberships.course_id')
    .select(({ fn }) => ['memberships.course_id', fn.countAll().as('pupils')])
    .execute()
  return new Map(rows.map(row => [row.course_id, Number(row.pupils)]))
}

/** By homework. Former pupils are no members any more, but their submissions remain. */
async function countSubmissions(db: Db, ids: number[]): Promise<Map<number, SubmissionCounts>> {
  const rows = await db
    .selectFrom('submissions')
    .innerJoin('homeworks', 'homeworks.id', 'submissions.todo_id')
    .leftJoin('memberships', join =>
      join
        .onRef('memberships.course_id', '=', 'homeworks.course_id')
        .onRef('memberships.user_id', '=', 'submissions.user_id')
        .on('memberships.is_accepted', '=', 1),
    )
    .where('submissions.todo_id', 'in', ids)
    .groupBy('submissions.todo_id')
    .select(({ and, eb, fn, or }) => {
      const [seen, submitted, corrected] = (['acknowledged_at', 'submitted_at', 'corrected_at'] as const).map(
        column => eb(`submissions.${column}`, 'is not', null),
      ) as [ReturnType<typeof and>, ReturnType<typeof and>, ReturnType<typeof and>]
      const countIf = (condition: ReturnType<typeof and>) =>
        fn.sum(eb.case().when(condition).then(1).else(0).end())
      return [
        'submissions.todo_id',
        countIf(or([seen, submitted, corrected])).as('seen'),
        countIf(submitted).as('handed_in'),
        countIf(and([submitted, eb('submissions.corrected_at', 'is', null)])).as('to_correct'),
        countIf(corrected).as('corrected'),
        countIf(eb('memberships.user_id', 'is', null)).as('formerPupils'),
      ]
    })
    .execute()
  return new Map(
    rows.map(({ todo_id, ...counts }) => [
      todo_id,
      {
        seen: Number(counts.seen),
        handed_in: Number(counts.handed_in),
        to_correct: Number(counts.to_correct),
        corrected: Number(counts.corrected),
        formerPupils: Number(counts.formerPupils),
      },
    ]),
  )
}

/** By homework. */
async function readOwnStatus(
  db: Db,
  { userId, ids }: { userId: number; ids: number[] },
  timeZone: string,
): Promise<Map<number, OwnStatus>> {
  const rows = await db
    .selectFrom('submissions')
    .select(['todo_id', 'acknowledged_at', 'submitted_at', 'corrected_at', 'points'])
    .where('user_id', '=', userId)
    .where('todo_id', 'in', ids)
    .execute()
  const inSchoolTime = (instant: string | null) =>
    instant === null ? null : isoDateTime(Date.parse(instant), timeZone)
  return new Map(
    rows.map(({ todo_id, acknowledged_at, submitted_at, corrected_at, points }) => [
      todo_id,
      {
        acknowledged_at: inSchoolTime(acknowledged_at),
        is_acknowledged: acknowledged_at !== null,
        is_submitted: submitted_at !== null,
        is_corrected: corrected_at !== null,
        submitted_at: inSchoolTime(submitted_at),
        corrected_at: inSchoolTime(corrected_at),
        points: corrected_at === null ? null : points,
      },
    ]),
  )
}
