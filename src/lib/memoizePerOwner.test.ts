import { expect, it } from 'vitest'
import { memoizePerOwner } from './memoizePerOwner.ts'

it('creates one value for each owner', () => {
  const getNotes = memoizePerOwner((_: object) => new Set<string>())
  const owner = {}
  getNotes(owner).add('typed')
  expect([...getNotes(owner)]).toEqual(['typed'])
  expect([...getNotes({})]).toEqual([])
})
