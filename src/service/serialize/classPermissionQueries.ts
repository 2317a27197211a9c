import type { ExpressionBuilder } from 'kysely'
import type { ResourceField } from '../../contract/permissions.ts'
import { compileOnce } from '../db/compileOnce.ts'
import type { Db, Schema } from '../db/schema.ts'
import { pageSize } from '../http/streamRows.ts'
import { forEachField } from '../policy/content.ts'
import { selectOwnClassGrants } from '../policy/grants.ts'
import { grantColumns, selectClassGrants } from './permissions.ts'

export const sliceSize = 500

/** Content with a permission of the user, and other content with one of their classes. */
export type Relation = 'direct' | 'throughClass'

type SliceStart = { field: ResourceField; userId: number; after: number }

/** Includes other classes. */
export const selectOwnContent = {
  direct: compileOnce((db, { field, userId, after }: SliceStart) =>
    db
      .selectFrom('permissions')
      .select('resource_id')
      .where('user_id', '=', userId)
      .where('resource_field', '=', field)
      .where('resource_id', '>', after)
      .orderBy('resource_id')
      .limit(sliceSize),
  ),
  throughClass: compileOnce((db, { field, userId, after }: SliceStart) =>
    selectOnlyThroughClass(db, { field, userId })
      .where('class_permissions.resource_id', '>', after)
      .orderBy('class_permissions.resource_id')
      .limit(sliceSize),
  ),
}

/** Each content once. */
const selectOnlyThroughClass = (db: Db, { field, userId }: { field: ResourceField; userId: number }) =>
  selectOwnClassGrants(db, { field, userId })
    .clearSelect()
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('permissions as direct')
            .select('direct.id')
            .whereRef('direct.resource_field', '=', 'class_permissions.resource_field')
            .whereRef('direct.resource_id', '=', 'class_permissions.resource_id')
            .where('direct.user_id', '=', userId),
        ),
      ),
    )
    .select('class_permissions.resource_id')
    .distinct()

/** Kinds of content that have a class. */
const tables = {
  lesson_id: 'lessons',
  todo_id: 'homeworks',
  announcement_id: 'news',
  file_id: 'files',
} as const

/** All chats, because they have no class. */
function belongsToClass(
  query: ExpressionBuilder<Schema & { own: { resource_id: number } }, 'own'>,
  field: ResourceField,
  courseId: number,
) {
  if (field === 'chat_id') return query.lit(true)
  if (field === 'lesson_comment_id') {
    return query.exists(
      query
        .selectFrom('lesson_contents')
        .innerJoin('lessons', 'lessons.id', 'lesson_contents.lesson_id')
        .select('lessons.id')
        .whereRef('lesson_contents.id', '=', 'own.resource_id')
        .where('lessons.course_id', '=', courseId),
    )
  }
  return query.exists(
    query
      .selectFrom(tables[field])
      .select('course_id')
      .whereRef('id', '=', 'own.resource_id')
      .where('course_id', '=', courseId),
  )
}

type PageQuery = { userId: number; courseId: number; from: number; afterTarget: number; upTo: number }

/** Own content of a slice, as `own`. */
function selectOwn(
  db: Db,
  { relation, field }: { relation: Relation; field: ResourceField },
  { userId, from, upTo }: PageQuery,
) {
  const direct = db
    .selectFrom('permissions')
    .select('resource_id')
    .where('user_id', '=', userId)
    .where('resource_field', '=', field)
    .where('resource_id', '>=', from)
    .where('resource_id', '<=', upTo)
  const throughClass = selectOnlyThroughClass(db, { field, userId })
    .where('class_permissions.resource_id', '>=', from)
    .where('class_permissions.resource_id', '<=', upTo)
  return relation === 'direct' ? direct : throughClass
}

const forEachRelation = <Query>(create: (kind: { relation: Relation; field: ResourceField }) => Query) => ({
  direct: forEachField(field => create({ relation: 'direct', field })),
  throughClass: forEachField(field => create({ relation: 'throughClass', field })),
})

export const selectPeoplePage = forEachRelation(kind =>
  compileOnce((db, page: PageQuery) =>
    db
      .selectFrom(selectOwn(db, kind, page).as('own'))
      .innerJoin('permissions', 'permissions.resource_id', 'own.resource_id')
      .innerJoin('users', 'users.id', 'permissions.user_id')
      .select(grantColumns)
      .where('permissions.resource_field', '=', kind.field)
      .where(query =>
        query.or([
          query('own.resource_id', '>', page.from),
          query('permissions.user_id', '>', page.afterTarget),
        ]),
      )
      .where(query => belongsToClass(query, kind.field, page.courseId))
      .orderBy('own.resource_id')
      .orderBy('permissions.user_id')
      .limit(pageSize),
  ),
)

export const selectClassPage = forEachRelation(kind =>
  compileOnce((db, page: PageQuery) =>
    selectClassGrants(db)
      .innerJoin(selectOwn(db, kind, page).as('own'), 'own.resource_id', 'class_permissions.resource_id')
      .where('class_permissions.resource_field', '=', kind.field)
      .where(query =>
        query.or([
          query('own.resource_id', '>', page.from),
          query('class_permissions.course_id', '>', page.afterTarget),
        ]),
      )
      .where(query => belongsToClass(query, kind.field, page.courseId))
      .orderBy('own.resource_id')
      .orderBy('class_permissions.course_id')
      .limit(pageSize),
  ),
)
