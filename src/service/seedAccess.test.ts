import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listEndpoints } from '../contract/allEndpoints.ts'
import { type Endpoint, paramNames } from '../contract/endpoint.ts'
import { parseResponse } from '../contract/parseResponse.ts'
import { resourceFields } from '../contract/permissions.ts'
import { seedPassword, seedPeople } from '../school/people.ts'
import { seedSchool } from '../school/seedSchool.ts'
import { insertClassGrant } from '../testing/insertClassGrant.ts'
import { describeError, signInFlow } from '../testing/signInFlow.ts'
import { type TestService, testService } from '../testing/testService.ts'
import { routes } from './app.ts'

let school: TestService
let classes: number[]
beforeAll(async () => {
  school = await testService({ fill: seedSchool })
  const rows = await school.db.selectFrom('courses').select('id').orderBy('id').execute()
  classes = rows.map(({ id }) => id)
  await giveToClasses()
})
afterAll(() => school.close())

const gets = listEndpoints().filter(
  ({ name, endpoint }) =>
    endpoint.method === 'GET' &&
    // Needs a secret instead of a user (routes/calendars.test.ts).
    name !== 'calendars.feed' &&
    endpoint.response.kind !== 'stream' &&
    routes.some(route => route.endpoint === endpoint),
)
const classGets = gets.filter(({ endpoint }) => paramNames(endpoint.path)[0] === 'course_id')
const accessGets = gets.filter(
  named => named.endpoint.resource === 'permission' && !classGets.includes(named),
)
const ownGets = gets.filter(named => !accessGets.includes(named) && !named.endpoint.path.includes(':'))
const chatGets = gets.filter(({ endpoint }) => paramNames(endpoint.path)[0] === 'chat_id')
const homeworkGets = gets.filter(({ name }) => /^(submissions|marking|documents)\./.test(name))

async function read(endpoint: Endpoint, response: Response): Promise<unknown> {
  if (response.status !== 200) throw new Error(await describeError(response))
  const parsed: unknown = parseResponse(
    endpoint.response,
    await (endpoint.response.kind === 'bytes' ? response.blob() : response.json()),
  )
  if (endpoint.response.kind === 'rows') expect(parsed).toHaveProperty('unreadable', 0)
  return parsed
}

async function fetchEndpoint(endpoint: Endpoint, token: string, params: Record<string, number>) {
  const path = endpoint.path.replace(/:([a-z_]+)/g, (_all, name: string) => String(params[name]))
  // Two GETs require these queries.
  return school.send('GET', `${endpoint.base}${path}?client_id=staffroom&name=staffroom.phrases`, { token })
}

describe.each(seedPeople)('$name of the seed school', ({ login }) => {
  it('can read their own classes completely, and no others', async () => {
    const token = await school.signIn(login)
    const me = await school.db
      .selectFrom('users')
      .select('id')
      .where('login', '=', login)
      .executeTakeFirstOrThrow()
    const memberships = await school.db
      .selectFrom('memberships')
      .select('course_id')
      .where('user_id', '=', me.id)
      .execute()
    const own = new Set(memberships.map(({ course_id }) => course_id).filter(id => classes.includes(id)))
    expect(own.size).toBeGreaterThan(0)
    expect(own.size).toBeLessThan(classes.length)
    const grantedResources = await readGrantedResources(me.id)
    for (const course_id of classes) {
      const lessons = await school.db
        .selectFrom('lessons')
        .select('id')
        .where('course_id', '=', course_id)
        .execute()
      const homework = await school.db
        .selectFrom('homeworks')
        .select('id')
        .where('course_id', '=', course_id)
        .execute()
      const ownFiles = await school.db
        .selectFrom('files')
        .select('id')
        .where('course_id', '=', course_id)
        .limit(10)
        .execute()
      const files = [{ id: 0 }, ...ownFiles]
      for (const { endpoint } of classGets) {
        const names = paramNames(endpoint.path)
        const ids = names.includes('homework_id') ? homework : names.includes('file_id') ? files : lessons
        for (const { id } of names.length > 1 ? ids : [{ id: 0 }]) {
          const response = await fetchEndpoint(endpoint, token, {
            course_id,
            lesson_id: id,
            homework_id: id,
            file_id: id,
          })
          if (own.has(course_id) || grantedResources.has(`${names[1]} ${id}`)) await read(endpoint, response)
          else expect(await describeError(response)).toBe('404 not_found')
        }
      }
    }
  })

  it('can read permissions only for content on which they have one', async () => {
    const token = await school.signIn(login)
    const me = await school.db
      .selectFrom('users')
      .select('id')
      .where('login', '=', login)
      .executeTakeFirstOrThrow()
    const grants = await school.db
      .selectFrom('permissions')
      .select(['id', 'resource_field', 'resource_id', 'user_id'])
      // Chats and homework have hundreds of permissions.
      .where('resource_field', 'not in', ['chat_id', 'todo_id'])
      .execute()
    expect(new Set(grants.map(grant => grant.resource_field)).size).toBe(resourceFields.length - 2)
    const contentOf = (grant: { resource_field: string; resource_id: number }) =>
      `${grant.resource_field}=${grant.resource_id}`
    const own = new Set((await readGrants(me.id)).map(contentOf))
    for (const grant of grants) {
      const list = await school.send('GET', `/api/v2/permissions?${contentOf(grant)}`, { token })
      const single = await school.send('GET', `/api/v2/permissions/${grant.id}`, { token })
      const canRead = own.has(contentOf(grant))
      expect([list, single].map(({ status }) => (status === 200) === canRead)).toEqual([true, true])
    }
  })

  it('can only read their own submissions and those they may correct', async () => {
    const token = await school.signIn(login)
    const me = await school.db
      .selectFrom('users')
      .select(['id', 'is_teacher'])
      .where('login', '=', login)
      .executeTakeFirstOrThrow()
    const statusOf = async (path: string) => (await school.send('GET', `/api/v2${path}`, { token })).status
    const grantedResources = await readGrantedResources(me.id)
    for (const { id, member, writer } of await homeworkOf(me.id)) {
      const reader = member || grantedResources.has(`homework_id ${id}`)
      const readable = reader ? 403 : 404
      expect(await statusOf(`/todos/${id}/submissions`)).toBe(writer ? 200 : readable)
      expect(await statusOf(`/todos/${id}/marking`)).toBe(writer ? 200 : readable)
      const isPupil = member && me.is_teacher === 0
      const own = isPupil ? 200 : writer ? 404 : readable
      expect(await statusOf(`/todos/${id}/submissions/${me.id}`)).toBe(own)
      const documents = await school.db
        .selectFrom('documents')
        .select(['id', 'related_to'])
        .where('todo_id', '=', id)
        .execute()
      for (const document of documents) {
        const isOwn = document.related_to === `todo.${id}.user.${me.id}.submission`
        const isWorksheet = document.related_to === `todo.${id}`
        const readable = writer || isOwn || (isWorksheet && reader)
        expect(await statusOf(`/documents/${document.id}/content`)).toBe(readable ? 200 : 404)
      }
    }
  })

  it('can only read their own chats', async () => {
    const token = await school.signIn(login)
    const me = await school.db
      .selectFrom('users')
      .select('id')
      .where('login', '=', login)
      .executeTakeFirstOrThrow()
    const chatGrants = (await readGrants(me.id)).filter(grant => grant.resource_field === 'chat_id')
    const own = new Set(chatGrants.map(({ resource_id }) => resource_id))
    expect(own.size).toBeGreaterThan(2)
    for (const { id: chat_id } of await school.db.selectFrom('chats').select('id').execute()) {
      for (const { endpoint } of chatGets) {
        const response = await fetchEndpoint(endpoint, token, { chat_id })
        if (own.has(chat_id)) await read(endpoint, response)
        else expect(await describeError(response)).toBe('404 not_found')
      }
    }
  })

  it('can sign in with the public password and read their own data', async () => {
    const flow = signInFlow(school)
    const { access_token } = await flow.signIn({
      login,
      password: seedPassword,
      scopes: 'me courses.memberships chats chats.messages',
    })
    for (const { endpoint } of ownGets) {
      await read(endpoint, await fetchEndpoint(endpoint, access_token, {}))
    }
  })
})

it('every GET is covered by these tests', () => {
  expect(
    [...ownGets, ...classGets, ...accessGets, ...homeworkGets, ...chatGets]
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(gets.map(({ name }) => name).toSorted())
})

/** Grants every kind of content to the next class, too. */
async function giveToClasses() {
  for (const [index, resource_field] of resourceFields.entries()) {
    const ids = await school.db
      .selectFrom('permissions')
      .select('resource_id')
      .distinct()
      .where('resource_field', '=', resource_field)
      .orderBy('resource_id')
      .limit(8)
      .execute()
    for (const [count, { resource_id }] of ids.entries()) {
      const course_id = classes[(index + count) % classes.length] ?? 0
      const is_write = count % 2 === 0 ? 1 : 0
      await insertClassGrant(school, resource_field, resource_id, { course_id, is_write })
    }
  }
}

/** Permissions of the user and of their classes. */
async function readGrants(userId: number) {
  const direct = await school.db
    .selectFrom('permissions')
    .select(['resource_field', 'resource_id', 'is_write'])
    .where('user_id', '=', userId)
    .execute()
  const ofClasses = await school.db
    .selectFrom('class_permissions')
    .innerJoin('memberships', 'memberships.course_id', 'class_permissions.course_id')
    .select(['resource_field', 'resource_id', 'is_write'])
    .where('memberships.user_id', '=', userId)
    .where('memberships.is_accepted', '=', 1)
    .execute()
  return [...direct, ...ofClasses]
}

/** E.g. `file_id 12`, including the contents of folders. */
async function readGrantedResources(userId: number): Promise<ReadonlySet<string>> {
  const granted = new Set(
    (await readGrants(userId)).map(({ resource_field: field, resource_id }) => {
      return `${field === 'todo_id' ? 'homework_id' : field} ${resource_id}`
    }),
  )
  const files = await school.db.selectFrom('files').select(['id', 'parent_id']).orderBy('id').execute()
  for (let before = -1; before < granted.size; ) {
    before = granted.size
    for (const { id, parent_id } of files)
      if (granted.has(`file_id ${parent_id}`)) granted.add(`file_id ${id}`)
  }
  return granted
}

async function homeworkOf(userId: number) {
  const member = await school.db
    .selectFrom('memberships')
    .select('course_id')
    .where('user_id', '=', userId)
    .execute()
  const grants = await readGrants(userId)
  const written = grants.filter(grant => grant.resource_field === 'todo_id' && grant.is_write === 1)
  const rows = await school.db.selectFrom('homeworks').select(['id', 'course_id']).execute()
  return rows.map(({ id, course_id }) => ({
    id,
    member: member.some(membership => membership.course_id === course_id),
    writer: written.some(grant => grant.resource_id === id),
  }))
}
