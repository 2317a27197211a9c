import { describe, expect, it } from 'vitest'
import type { CallerRelation } from './callerRelation.ts'
import { type Verb, verdict } from './policy.ts'

const read = { write: false, admin: false }
const write = { write: true, admin: false }
const admin = { write: true, admin: true }

/** Every relation of a caller to a resource, with the verdicts for: read, write, list grants, administer. */
const table: [who: string, relation: CallerRelation, answers: string][] = [
  ['a stranger', { member: false, grant: undefined }, '404 404 404 404'],
  ['a member of the class', { member: true, grant: undefined }, 'yes 403 403 403'],
  ['a reader', { member: false, grant: read }, 'yes 403 yes 403'],
  ['a reader of the class', { member: true, grant: read }, 'yes 403 yes 403'],
  ['a writer', { member: false, grant: write }, 'yes yes yes 403'],
  ['an administrator', { member: false, grant: admin }, 'yes yes yes yes'],
  [
    'an administrator without write access',
    { member: true, grant: { write: false, admin: true } },
    'yes 403 yes yes',
  ],
]

describe('verdict', () => {
  it.each(table)('%s', (_who, standing, answers) => {
    const verbs: Verb[] = ['read', 'write', 'list grants', 'administer']
    const given = verbs.map(verb => {
      const answer = verdict(verb, standing)
      if (answer.allowed) return 'yes'
      expect(answer.why).toMatch(/^[A-Z].*\.$/)
      return answer.because === 'not visible' ? '404' : '403'
    })
    expect(given.join(' ')).toBe(answers)
  })
})
