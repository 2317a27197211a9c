import { describe, expect, it } from 'vitest'
import type { CallerRelation } from './callerRelation.ts'
import { type Action, getVerdict } from './policy.ts'

const read = { canWrite: false, isAdmin: false }
const write = { canWrite: true, isAdmin: false }
const admin = { canWrite: true, isAdmin: true }

/** With the verdicts for: read, write, list grants, administer. */
const table: [role: string, relation: CallerRelation, decisions: string][] = [
  ['a stranger', { isMember: false, grant: undefined }, '404 404 404 404'],
  ['a member of the class', { isMember: true, grant: undefined }, 'yes 403 403 403'],
  ['a reader', { isMember: false, grant: read }, 'yes 403 yes 403'],
  ['a reader of the class', { isMember: true, grant: read }, 'yes 403 yes 403'],
  ['a writer', { isMember: false, grant: write }, 'yes yes yes 403'],
  ['an administrator', { isMember: false, grant: admin }, 'yes yes yes yes'],
  [
    'an administrator without write access',
    { isMember: true, grant: { canWrite: false, isAdmin: true } },
    'yes 403 yes yes',
  ],
]

describe('getVerdict', () => {
  it.each(table)('%s', (_who, relation, expected) => {
    const actions: Action[] = ['read', 'write', 'list grants', 'administer']
    const results = actions.map(action => {
      const verdict = getVerdict(action, relation)
      if (verdict.allowed) return 'yes'
      expect(verdict.reason).toMatch(/^[A-Z].*\.$/)
      return verdict.kind === 'not visible' ? '404' : '403'
    })
    expect(results.join(' ')).toBe(expected)
  })
})
