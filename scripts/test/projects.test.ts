import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import config from '../../vitest.config.ts'
import { parts } from './parts.ts'
import { databaseTests, onlyPostgresTests, operationTests, postgresTests, serverTests } from './projects.ts'

const root = join(import.meta.dirname, '../..')
const filesIn = (include: string[], exclude: string[] = []) =>
  globSync(include, { cwd: root, exclude }).map(file => file.replaceAll('\\', '/'))

const projects = new Map<string, Set<string>>()
for (const project of config.test?.projects ?? []) {
  if (typeof project !== 'object' || !('test' in project)) throw new Error('a project without an object')
  const { name, include = [], exclude = [] } = project.test ?? {}
  projects.set(String(name), new Set(filesIn(include, exclude)))
}
const projectsOf = (file: string) =>
  [...projects].flatMap(([name, files]) => (files.has(file) ? [name] : [])).join(' ')

it.each([...postgresTests, ...operationTests])('the listed tests %s exist', pattern => {
  expect(filesIn([pattern])).not.toEqual([])
})

it('every project is run by a step', () => {
  const commands = Object.values(parts).flatMap(({ steps }) => steps.flatMap(({ command }) => command))
  const run = commands.flatMap(part => /^--project=(.+)$/.exec(part)?.[1] ?? [])
  expect(new Set(run)).toEqual(new Set(projects.keys()))
})

describe('every test file runs', () => {
  const everyTest = filesIn([
    'src/**/*.test.{ts,tsx}',
    'scripts/**/*.test.{ts,tsx}',
    'e2e/**/*.test.{ts,tsx}',
  ])

  it('in a project', () => {
    expect(everyTest.length).toBeGreaterThan(300)
    expect(everyTest.filter(file => projectsOf(file) === '')).toEqual([])
  })

  it('on SQLite and once on PostgreSQL, if it belongs to service or gateway', () => {
    const unexpected = filesIn(databaseTests).filter(
      file => !/^unit (?:postgres|postgresRest)$/.test(projectsOf(file)),
    )
    expect(unexpected).toEqual([])
  })

  it('in one project, if it belongs to the server or to PostgreSQL', () => {
    const unexpected = filesIn([...serverTests, ...onlyPostgresTests]).filter(
      file => !/^(?:server|postgres|operation)$/.test(projectsOf(file)),
    )
    expect(unexpected).toEqual([])
  })
})
