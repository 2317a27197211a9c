import { IDBFactory } from 'fake-indexeddb'
import { beforeAll, describe, expect, it } from 'vitest'
import { pageHeader } from '../contract/session.ts'
import { seedPassword } from '../school/people.ts'
import { readSchoolFile } from '../server/school.ts'
import { loadSqlite } from './openBrowserSchool.ts'
import { openSchool, type School } from './school.ts'
import { createSchoolStore, type SchoolStore } from './schoolStore.ts'

const origin = 'https://demo.example'
const saturday = Date.parse('2026-11-21T08:00:00Z')
const day = 86_400_000
const preset = { language: 'en' } as const

let sqlite3: Awaited<ReturnType<typeof loadSqlite>>
beforeAll(async () => {
  sqlite3 = await loadSqlite()
})

const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))
const openAt = (store: SchoolStore, now = saturday) =>
  openSchool({ sqlite3, store, origin, clock: () => now, random, files: readSchoolFile, preset })

function send(school: School, path: string, session: string | null, body?: object) {
  const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  const headers = { [pageHeader]: '1', 'Content-Type': 'application/json' }
  return school.fetch(new Request(origin + path, { ...init, headers }), session)
}

/** Returns the session of the tab. */
async function signIn(school: School, login: string): Promise<string> {
  const request = { client_id: 'staffroom', scopes: 'me courses.memberships', state: 'a'.repeat(43) }
  const decision = { ...request, decision: 'allow', login, password: seedPassword }
  const allowed = await send(school, '/auth/oauth2/decision', null, decision)
  const { redirect_to }: { redirect_to: string } = await allowed.response.json()
  const query = new URL(redirect_to).searchParams
  const { session } = await send(school, '/session', null, {
    code: query.get('code'),
    state: query.get('state'),
  })
  if (!session?.id) throw new Error('The sign-in gave no session.')
  return session.id
}

async function nameOf(school: School, session: string): Promise<string | undefined> {
  const { response } = await send(school, '/api/v2/me', session)
  const me: { name?: string } = await response.json()
  return response.ok ? me.name : undefined
}

describe('the school of a browser', () => {
  it('is created once and stored with its sessions', async () => {
    const store = createSchoolStore(new IDBFactory())
    const first = await openAt(store)
    expect(first.openReason).toBe('new')
    const session = await signIn(first, 'albrecht')

    const second = await openAt(store, saturday + day / 48)
    expect(second.openReason).toBe('kept')
    expect(await nameOf(second, session)).toBe('Jana Albrecht')
  })

  it('has one session per tab', async () => {
    const school = await openAt(createSchoolStore(new IDBFactory()))
    const [teacher, pupil] = [await signIn(school, 'albrecht'), await signIn(school, 'sommer')]
    expect(await nameOf(school, teacher)).toBe('Jana Albrecht')
    expect(await nameOf(school, pupil)).toBe('Mika Sommer')
  })

  it('ends a session after a day without activity', async () => {
    const store = createSchoolStore(new IDBFactory())
    const session = await signIn(await openAt(store), 'albrecht')
    expect(await nameOf(await openAt(store, saturday + day), session)).toBeUndefined()
  })

  it('is created again in another week', async () => {
    const store = createSchoolStore(new IDBFactory())
    await openAt(store)
    const monday = await openAt(store, saturday + 2 * day)
    expect(monday.openReason).toBe('new week')
    expect((await openAt(store, saturday + 3 * day)).openReason).toBe('kept')
  })

  it('has the language of the tab that creates or resets it', async () => {
    const store = createSchoolStore(new IDBFactory())
    const subjects = async (school: School) => {
      const session = await signIn(school, 'albrecht')
      const { response } = await send(school, '/api/v2/courses/1/lessons', session)
      const rows: { name: string }[] = await response.json()
      return rows.slice(0, 2).map(({ name }) => name)
    }
    const school = await openSchool({
      ...{ sqlite3, store, origin, clock: () => saturday, random, files: readSchoolFile },
      preset: { language: 'de' },
    })
    expect(await subjects(school)).toEqual(['Mathematik', 'Englisch'])
    await school.reset(preset)
    expect(await subjects(school)).toEqual(['Maths', 'English'])
  })

  it('starts again on reset, signs out all tabs, and stores the new state', async () => {
    const store = createSchoolStore(new IDBFactory())
    const school = await openAt(store)
    const session = await signIn(school, 'albrecht')
    await school.reset(preset)
    expect(await nameOf(school, session)).toBeUndefined()
    expect(await nameOf(school, await signIn(school, 'ruiz'))).toBe('Omar Ruiz')
    expect(await nameOf(await openAt(store), session)).toBeUndefined()
  })

  it.each([
    ['bytes that are not a database', new Uint8Array(9000).fill(7)],
    ['a truncated database', undefined],
  ])('is created again, and the old one is set aside, if it finds %s', async (_name, bytes) => {
    const store = createSchoolStore(new IDBFactory())
    await openAt(store)
    const storedState = await store.read()
    if (storedState === undefined || storedState === 'unreadable') throw new Error('Nothing was kept.')
    await store.write({
      ...storedState,
      service: bytes ?? storedState.service.slice(0, storedState.service.length / 2),
    })
    let archived = 0
    const recordingStore = {
      ...store,
      archive: async () => {
        archived += 1
        await store.archive()
      },
    }
    const school = await openAt(recordingStore)
    expect(school.openReason).toBe('damaged')
    expect(archived).toBe(1)
    expect(await nameOf(school, await signIn(school, 'albrecht'))).toBe('Jana Albrecht')
    expect((await openAt(store)).openReason).toBe('kept')
  })

  it('reads the present work of the people of the demo, also after a reset', async () => {
    const school = await openAt(createSchoolStore(new IDBFactory()))
    const people = await school.peopleToday()
    expect(people.map(({ login }) => login).toSorted()).toEqual(['albrecht', 'ruiz', 'sommer'])
    expect(people.find(({ login }) => login === 'ruiz')?.count).toBeGreaterThan(0)
    await school.reset(preset)
    expect(await school.peopleToday()).toEqual(people)
  })

  it('works if the browser blocks storage', async () => {
    const rejectAccess = () => Promise.reject(new DOMException('no', 'SecurityError'))
    const school = await openAt({ read: rejectAccess, write: rejectAccess, archive: rejectAccess })
    expect(school.openReason).toBe('new')
    expect(await nameOf(school, await signIn(school, 'albrecht'))).toBe('Jana Albrecht')
  })
})
