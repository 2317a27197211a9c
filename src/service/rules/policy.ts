import { forbidden, invalid, notFound } from '../answers/problem.ts'
import type { Caller } from '../auth/caller.ts'
import type { Db } from '../db/schema.ts'
import { largestId } from '../routes/parse.ts'
import { type Standing, standingIn, type Thing } from './callerRelation.ts'
import { roleIn } from './classes.ts'
import type { Content } from './content.ts'

/**
 * What somebody wants to do. `read` and `write` are about content, or a class and what is in it; `list grants` and
 * `administer` about who has access to content.
 */
export type Verb = 'read' | 'write' | 'list grants' | 'administer'

type Verdict = { allowed: true } | { allowed: false; because: 'not visible' | 'refused'; why: string }

const allowed: Verdict = { allowed: true }
const refused = (why: string): Verdict => ({ allowed: false, because: 'refused', why })

/**
 * The rulebook. Who belongs to a class reads what is in it; any grant on content lets its holder read it; the rest needs
 * the very flag api.md names (§ Permissions, § Authentication 11). On a folder a grant lets read and write what is inside,
 * too; who has access to that is decided there. What a caller can't see is as if it weren't there.
 */
export function verdict(verb: Verb, { member, grant, above }: Standing): Verdict {
  if (!member && !grant && !above)
    return { allowed: false, because: 'not visible', why: 'There is nothing here.' }
  switch (verb) {
    case 'read':
      return allowed
    case 'write':
      return grant?.write || above?.write ? allowed : refused('You may read this, but not change it.')
    case 'list grants':
      return grant ? allowed : refused('Only people with a permission on this see who else has one.')
    case 'administer':
      return grant?.admin ? allowed : refused('Only an administrator of this may change who has access.')
  }
}

/** Goes on when the caller may; throws 404 for what the caller can't see, and 403 with the reason for the rest. */
export async function demand(db: Db, caller: Caller, verb: Verb, thing: Thing): Promise<void> {
  const look = async () => verdict(verb, await standingIn(db, caller, thing))
  let answer = await look()
  // While it was looked at it may have been deleted, in another process: then it is gone, and not forbidden.
  if (!answer.allowed) answer = await look()
  if (answer.allowed) return
  throw answer.because === 'not visible' ? notFound(answer.why) : forbidden(answer.why)
}

/**
 * Checks that the caller may delete a permission: administrators of the content may. With `offersLeaving`, members of a
 * chat may also delete their own. Throws as `demand` does.
 */
export async function demandRemoval(
  db: Db,
  caller: Caller,
  content: Content,
  { grant, offersLeaving }: { grant: { user_id: number }; offersLeaving: boolean },
): Promise<void> {
  const leaves = offersLeaving && content.field === 'chat_id' && grant.user_id === caller.userId
  if (!leaves) await demand(db, caller, 'administer', content)
}

/**
 * Who may be given access to content by this caller: to a teacher everybody of the school, to a pupil who shares a class
 * with them or has access to it already. A pupil is answered the same about a stranger and about nobody at all, so that
 * counting through the numbers tells no names (cases 50). Throws 422 for nobody, 403 with the reason for the rest.
 */
export async function demandAcquaintance(
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
  if (id > largestId) return undefined
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

/** Whether both are accepted members of one class. */
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

/** Goes on for a teacher of the class; 404 for who is not in it, 403 with the reason for its pupils. */
export async function demandTeacher(db: Db, caller: Caller, course_id: number, why: string): Promise<void> {
  await demand(db, caller, 'read', { course_id })
  if ((await roleIn(db, caller.userId, course_id)) === 'teacher') return
  throw forbidden(why)
}
