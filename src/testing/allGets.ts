import { buildRequest } from '../api/client/call.ts'
import { type Endpoint, paramNames } from '../contract/endpoint.ts'
import { eachEndpoint } from '../contract/everything.ts'
import { routes } from '../service/app.ts'
import type { TestService } from './testService.ts'

/** A GET request of one user. */
export type Asking = { name: string; endpoint: Endpoint; input: Record<string, unknown>; login: string }
/** GET requests with their responses, by path and login. */
export type Answers = Map<string, Asking & { answer: string; tag?: string | null }>

export type NamedRoute = { name: string; endpoint: Endpoint }

/** Returns all routes of the service, with their names from the contract. */
export function namedRoutes(): NamedRoute[] {
  const named = eachEndpoint()
  return routes.map(({ endpoint }) => {
    const found = named.find(each => each.endpoint === endpoint)
    if (!found) throw new Error(`${endpoint.method} ${endpoint.path} is in no file of the contract`)
    return found
  })
}

/**
 * Values for the parameters of paths. Two classes are enough: one with the users as members and one without.
 * Submissions and messages are not requested for homework and chats that do not exist.
 */
const pathIds: Record<string, (db: TestService['db']) => Promise<number[]>> = {
  course_id: async () => [1, 2],
  lesson_id: db => idsOf(db, 'lessons'),
  permission_id: db => idsOf(db, 'permissions'),
  chat_id: chatIds,
  homework_id: db => idsOf(db, 'homeworks', 4),
  file_id: async db => [0, ...(await fileIds(db))],
  todo_id: todoIds,
  async user_id(db) {
    const users = db.selectFrom('users').select('id').where('login', 'in', ['sommer', 'tanaka', 'weber'])
    return (await users.execute()).map(({ id }) => id)
  },
}

/** Values for the query of each endpoint that has one. */
const queries: Record<string, (db: TestService['db']) => Promise<Record<string, unknown>[]>> = {
  'timeline.days': async () => [{}, { days_forward: 30, start_today: true }],
  'permissions.list': async db => [
    ...(await idsOf(db, 'lessons')).map(lesson_id => ({ lesson_id })),
    ...(await todoIds(db)).map(todo_id => ({ todo_id })),
    ...(await chatIds(db)).map(chat_id => ({ chat_id })),
    ...(await fileIds(db)).map(file_id => ({ file_id })),
    ...(await idsOf(db, 'lesson_contents', 2)).map(lesson_comment_id => ({ lesson_comment_id })),
    ...(await idsOf(db, 'news', 2)).map(announcement_id => ({ announcement_id })),
  ],
  'oauth.authorizeRequest': async () => [{ client_id: 'staffroom' }],
}

async function todoIds(db: TestService['db']): Promise<number[]> {
  return (await idsOf(db, 'homeworks', 4)).slice(0, -1)
}

/** Returns the IDs of two chats and of the newest one. More would be slow, because chats contain weeks of messages. */
async function chatIds(db: TestService['db']): Promise<number[]> {
  return (await idsOf(db, 'chats', 2)).slice(0, -1)
}

/** Returns the IDs of a few files, of the newest ones, and the next unused ID. */
async function fileIds(db: TestService['db']): Promise<number[]> {
  const last = await db.selectFrom('files').select('id').orderBy('id', 'desc').limit(3).execute()
  return [...new Set([...(await idsOf(db, 'files', 3)), ...last.map(({ id }) => id)])]
}

/** Returns the first `count` IDs of a table, the newest one, and the next unused ID. */
async function idsOf(
  db: TestService['db'],
  table: 'lessons' | 'permissions' | 'homeworks' | 'chats' | 'files' | 'lesson_contents' | 'news',
  count = 40,
): Promise<number[]> {
  const rows = await db.selectFrom(table).select('id').orderBy('id').limit(count).execute()
  const last = await db.selectFrom(table).select('id').orderBy('id', 'desc').executeTakeFirst()
  const newest = last?.id ?? 0
  return [...new Set([...rows.map(row => row.id), newest, newest + 1])]
}

/**
 * Returns a request for every GET route, each combination of the parameters above, and every login. Omits bytes, which
 * never change, and streams. Throws for a parameter or query without values above.
 */
export async function everyGet(db: TestService['db'], logins: readonly string[]): Promise<Asking[]> {
  const askings: Asking[] = []
  for (const { name, endpoint } of namedRoutes().filter(
    ({ endpoint: { method, answer } }) =>
      method === 'GET' && answer.kind !== 'bytes' && answer.kind !== 'stream',
  )) {
    let inputs: Record<string, unknown>[] = [{}]
    for (const param of paramNames(endpoint.path)) {
      const source = pathIds[param]
      if (!source) throw new Error(`${name}: say in everyGet.ts which ${param} there are`)
      const ids = await source(db)
      inputs = inputs.flatMap(input => ids.map(id => ({ ...input, [param]: id })))
    }
    if (endpoint.query) {
      const asked = await queries[name]?.(db)
      if (!asked) throw new Error(`${name}: say in everyGet.ts what its query may be`)
      inputs = inputs.flatMap(input => asked.map(query => ({ ...input, ...query })))
    }
    askings.push(...inputs.flatMap(input => logins.map(login => ({ name, endpoint, input, login }))))
  }
  return askings
}

/** Sends the requests. Copies responses in `known`, which must be up to date. */
export async function ask(
  school: TestService,
  askings: readonly Asking[],
  tokens: ReadonlyMap<string, string>,
  known: Answers = new Map(),
): Promise<Answers> {
  const answers: Answers = new Map()
  for (const asking of askings) {
    const { path } = buildRequest(asking.endpoint, asking.input)
    const key = `${path} as ${asking.login}`
    const before = known.get(key)
    if (before) {
      answers.set(key, before)
      continue
    }
    const token = tokens.get(asking.login)
    const response = await school.send('GET', path, token === undefined ? {} : { token })
    const answer = `${response.status} ${await response.text()}`
    answers.set(key, { ...asking, answer, tag: response.headers.get('ETag') })
  }
  return answers
}
