import { forbidden, invalid, notFound } from '../../http/problem.ts'
import type { Caller } from '../auth/caller.ts'
import type { Db } from '../db/schema.ts'
import { maxId } from '../http/parse.ts'
import { type CallerRelation, type Resource, readCallerRelation } from './callerRelation.ts'
import { findRole, hasPupils } from './classes.ts'
import type { Content } from './content.ts'
import type { GrantTarget } from './grants.ts'
import { hasTeacherAsAdmin } from './lastAdmin.ts'

/** `read` and `write` apply to content or a class, the others to permissions on content. */
export type Action = 'read' | 'write' | 'list grants' | 'administer'

type Verdict = { allowed: true } | { allowed: false; kind: 'not visible' | 'refused'; reason: string }

const allowed: Verdict = { allowed: true }
const createRefusal = (reason: string): Verdict => ({ allowed: false, kind: 'refused', reason })

/**
 * Members and users with any grant may read. Other actions need the flag of api.md (§ Permissions, § Authentication
 * 11). A grant on a folder applies to its content, but not to the permissions on that content.
 */
export function getVerdict(action: Action, { isMember, grant, inheritedAccess }: CallerRelation): Verdict {
  if (!isMember && !grant && !inheritedAccess)
    return { allowed: false, kind: 'not visible', reason: 'There is nothing here.' }
  switch (action) {
    case 'read':
      return allowed
    case 'write':
      return grant?.canWrite || inheritedAccess?.canWrite
        ? allowed
        : createRefusal('You may read this, but not change it.')
    case 'list grants':
      return grant ? allowed : createRefusal('Only people with a permission on this see who else has one.')
    case 'administer':
      return grant?.isAdmin
        ? allowed
        : createRefusal('Only an administrator of this may change who has access.')
  }
}

/** Throws 404 if the resource is not visible to the caller, otherwise 403 with the reason. */
export async function requirePermission(
  db: Db,
  caller: Caller,
  action: Action,
  resource: Resource,
): Promise<void> {
  await requireRelation(db, caller, action, resource)
}

export async function requireRelation(
  db: Db,
  caller: Caller,
  action: Action,
  resource: Resource,
): Promise<CallerRelation> {
  let relation = await readCallerRelation(db, caller, resource)
  let verdict = getVerdict(action, relation)
  if (!verdict.allowed) {
    // Another process may have deleted it. Then the response is 404 instead of 403.
    relation = await readCallerRelation(db, caller, resource)
    verdict = getVerdict(action, relation)
  }
  if (verdict.allowed) return relation
  throw verdict.kind === 'not visible' ? notFound(verdict.reason) : forbidden(verdict.reason)
}

/**
 * Members of a chat may delete their own, and a teacher that of their class. Returns 'leave' if only the caller may
 * leave, through the permission of their class.
 */
export async function requireMayDeletePermission(
  db: Db,
  caller: Caller,
  content: Content,
  grant: GrantTarget,
): Promise<'delete' | 'leave'> {
  const isChat = content.field === 'chat_id'
  if (isChat && grant.user_id === caller.userId) return 'delete'
  const relation = await requireRelation(db, caller, 'read', content)
  if (getVerdict('administer', relation).allowed) return 'delete'
  const roleInClass =
    grant.course_id === null ? undefined : await findRole(db, caller.userId, grant.course_id)
  if (isChat && roleInClass === 'teacher') return 'delete'
  if (isChat && roleInClass && !(await hasTeacherAsAdmin(db, content))) return 'leave'
  if (isChat && roleInClass) throw forbidden(belongsThroughClass)
  await requirePermission(db, caller, 'administer', content)
  return 'delete'
}

const belongsThroughClass =
  'You are in this chat because your class is. Only an administrator or a teacher of the class may remove the class.'

/**
 * Only teachers may name a class, and only one of their own (rule 63). For others, classes and unknown IDs look equal.
 * Throws 403.
 */
export async function requireMayAddClass(db: Db, caller: Caller, courseId: number): Promise<void> {
  const role = await findRole(db, caller.userId, courseId)
  if (role === 'teacher') return
  throw forbidden(
    role === 'pupil'
      ? 'Only teachers of a class give access to the whole class. Choose people of the class.'
      : 'You can give access only to classes of your own.',
  )
}

/** Whoever may write to a homework reads all of its submissions. Throws 422 for a class with pupils. */
export async function requireClassMayWrite(db: Db, content: Content, courseId: number): Promise<void> {
  if (content.field !== 'todo_id' || !(await hasPupils(db, courseId))) return
  throw invalid({
    is_write: 'With Write access, every pupil of the class would read all submissions. Give Read access.',
  })
}

/**
 * Teachers may add every user. Pupils may add users who share a class with them or already have access. For pupils,
 * strangers and unknown IDs look equal, so that counting finds no names (rule 50). Throws 422 for a teacher's unknown
 * ID, otherwise 403.
 */
export async function requireMayAddPerson(
  db: Db,
  caller: Caller,
  content: Content,
  userId: number,
): Promise<void> {
  const user = await findUser(db, userId)
  if (await isTeacher(db, caller)) {
    if (user) return
    throw invalid({ 'target_ids.user_id': 'There is nobody with this number.' })
  }
  if (user && ((await haveCommonClass(db, caller.userId, userId)) || (await hasGrant(db, content, userId))))
    return
  throw forbidden('Pupils add people of their own classes. Ask a teacher to add anybody else.')
}

async function findUser(db: Db, id: number) {
  if (id > maxId) return undefined
  return db.selectFrom('users').select('is_teacher').where('id', '=', id).executeTakeFirst()
}

export const isTeacher = async (db: Db, { userId }: Caller): Promise<boolean> =>
  (await findUser(db, userId))?.is_teacher === 1

async function hasGrant(db: Db, content: Content, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('permissions')
    .select('id')
    .where('resource_field', '=', content.field)
    .where('resource_id', '=', content.id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** Only accepted memberships count. */
async function haveCommonClass(db: Db, oneId: number, otherId: number): Promise<boolean> {
  const row = await db
    .selectFrom('memberships as one')
    .innerJoin('memberships as other', 'other.course_id', 'one.course_id')
    .select('one.course_id')
    .where('one.user_id', '=', oneId)
    .where('one.is_accepted', '=', 1)
    .where('other.user_id', '=', otherId)
    .where('other.is_accepted', '=', 1)
    .executeTakeFirst()
  return row !== undefined
}

/** Throws 404 outside the class, and 403 for its pupils. */
export async function requireTeacher(
  db: Db,
  caller: Caller,
  course_id: number,
  reason: string,
): Promise<void> {
  await requirePermission(db, caller, 'read', { course_id })
  if ((await findRole(db, caller.userId, course_id)) === 'teacher') return
  throw forbidden(reason)
}
