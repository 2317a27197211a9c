import { expect, it } from 'vitest'
import { createStatementNames } from './statementNames.ts'

/** Returns the name after many uses. */
function nameAfterUse(
  getName: ReturnType<typeof createStatementNames>,
  text: string,
  values: unknown[] = [1],
) {
  let name: string | undefined
  for (let use = 0; use < 100; use += 1) name = getName(text, values)
  return name
}

it('names frequent statements only, each with its own name', () => {
  const getName = createStatementNames()
  expect(getName('select a from t where id = $1', [1])).toBeUndefined()
  const name = nameAfterUse(getName, 'select a from t where id = $1')
  expect(name).toMatch(/^\w+$/)
  expect(getName('select a from t where id = $1', [2])).toBe(name)
  expect(nameAfterUse(getName, 'select b from t where id = $1')).not.toBe(name)
})

it('names no statement without values, and none whose columns a migration can change', () => {
  const getName = createStatementNames()
  expect(nameAfterUse(getName, 'begin', [])).toBeUndefined()
  expect(nameAfterUse(getName, 'select * from t where id = $1')).toBeUndefined()
  expect(nameAfterUse(getName, 'select "t".* from t where id = $1')).toBeUndefined()
  expect(nameAfterUse(getName, 'insert into t values ($1) returning *')).toBeUndefined()
  expect(nameAfterUse(getName, 'select count(*) from t where id = $1')).toBeDefined()
})

it('limits the number of names (rule 55)', () => {
  const getName = createStatementNames()
  const names = Array.from({ length: 150 }, (_, at) => nameAfterUse(getName, `select ${at} where 1 = $1`))
  expect(names.filter(Boolean)).toHaveLength(100)
})
