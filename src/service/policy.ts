import type { Caller } from './authenticate.ts'
import { forbidden, notFound } from './problem.ts'
import { type Standing, standingIn, type Thing } from './standing.ts'
import type { Db } from './store/schema.ts'

/**
 * What somebody wants to do. `read` and `write` are about content, or a class and what is in it; `list grants` and
 * `administer` about who has access to content.
 */
export type Verb = 'read' | 'write' | 'list grants' | 'administer'

export type Verdict = { allowed: true } | { allowed: false; because: 'not visible' | 'refused'; why: string }

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
  const answer = verdict(verb, await standingIn(db, caller, thing))
  if (answer.allowed) return
  throw answer.because === 'not visible' ? notFound(answer.why) : forbidden(answer.why)
}
