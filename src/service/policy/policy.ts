import type { Caller } from '../auth/caller.ts'
import type { Db } from '../db/schema.ts'
import { maxId } from '../http/parse.ts'
import { forbidden, invalid, notFound } from '../http/problem.ts'
import { type CallerRelation, callerRelation, type Resource } from './callerRelation.ts'
import { roleIn } from './classes.ts'
import type { Content } from './content.ts'

/**
 * Action that a caller requests. `read` and `write` apply to content, or to a class. `list grants` and `administer`
 * apply to the permissions on content.
 */
export type Verb = 'read' | 'write' | 'list grants' | 'administer'

type Verdict = { allowed: true } | { allowed: false; because: 'not visible' | 'refused'; why: string }

const allowed: Verdict = { allowed: true }
const refused = (why: string): Verdict => ({ allowed: false, because: 'refused', why })

/**
 * Decides whether an action is allowed. Members of a class may read its content. Any grant on content includes reading
 * it. Other actions need the flag that api.md names (§ Permissions, § Authentication 11). A grant on a folder applies
 * to its content, but not to the permissions on that content. Content that the caller can't see is reported as not
 * found.
 */
export function verdict(verb: Verb, { member, grant, inheritedAccess }: CallerRelation): Verdict {
  if (!member && !grant && !inheritedAccess)
    return { allowed: false, because: 'not visible', why: 'There is nothing here.' }
  switch (verb) {
    case 'read':
      return allowed
    case 'write':
      return grant?.write || inheritedAccess?.write
        ? allowed
        : refused('You may read this, but not change it.')
    case 'list grants':
      return grant ? allowed : refused('Only people with a permission on this see who else has one.')
    case 'administer':
      return grant?.admin ? allowed : refused('Only an administrator of this may change who has access.')
  }
}

/**
 * Checks that the caller may do this. Throws 404 if the resource is not visible to them, otherwise 403 with the reason.
 */
export async function requirePermission(
  db: Db,
  caller: Caller,
  verb: Verb,
  resource: Resource,
): Promise<void> {
  const readVerdict = async () => verdict(verb, await callerRelation(db, caller, resource))
  let answer = await readVerdict()
  // Another process may have deleted it in the meantime. Check again so that the answer is 404 instead of 403.
  if (!answer.allowed) answer = await readVerdict()
  if (answer.allowed) return
  throw answer.because === 'not visible' ? notFound(answer.why) : forbidden(answer.why)
}

/**
 * Checks that the caller may delete a permission: administrators of the content may. With `offersLeaving`, members of a
 * chat may also delete their own. Throws like `requirePermission`.
 */
export async function requireMayDeletePermission(
  db: Db,
  caller: Caller,
  content: Content,
  { grant, offersLeaving }: { grant: { user_id: number }; offersLeaving: boolean },
): Promise<void> {
  const leaves = offersLeaving && content.field === 'chat_id' && grant.user_id === caller.userId
  if (!leaves) await requirePermission(db, caller, 'administer', content)
}

/**
 * Checks that the caller may grant this user access. Teachers may add every user of the school. Pupils may add users
 * who share a class with them or already have access to the content. A pupil gets the same response for strangers and
 * for unknown IDs, so that names can't be found by counting through IDs (rule 50). Throws 422 for a teacher's unknown
 * ID, otherwise 403 with the reason.
 */
export async function requireMayAddPerson(
  db: Db,
  caller: Caller,
  content: Content,
  userId: number,
): Promise<void> {
  const user = await userOf(db, userId)
  if ((await userOf(db, caller.userId))?.is_teacher === 1) {
    if (user) return
    throw invalid({ 'target_ids.user_id': 'There is nobody with this number.' })
  }
  if (user && ((await shareClass(db, caller.userId, userId)) || (await hasGrant(db, content, userId)))) return
  throw forbidden('Pupils add people of their own classes. Ask a teacher to add anybody else.')
}

async function userOf(db: Db, id: number) {
  if (id > maxId) return undefined
  return db.selectFrom('users').select('is_teacher').where('id', '=', id).executeTakeFirst()
}

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

/** Whether both users are accepted members of the same class. */
async function shareClass(db: Db, oneId: number, otherId: number): Promise<boolean> {
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

/**
 * Checks that the caller teaches the class. Throws 404 for callers outside the class, and 403 with the reason for its
 * pupils.
 */
export async function requireTeacher(db: Db, caller: Caller, course_id: number, why: string): Promise<void> {
  await requirePermission(db, caller, 'read', { course_id })
  if ((await roleIn(db, caller.userId, course_id)) === 'teacher') return
  throw forbidden(why)
}
