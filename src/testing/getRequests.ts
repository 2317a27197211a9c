import { buildRequest } from '../api/client/call.ts'
import { listEndpoints } from '../contract/allEndpoints.ts'
import { type Endpoint, paramNames } from '../contract/endpoint.ts'
import { routes } from '../service/app.ts'
import { toPermissionId } from '../service/db/classPermissionIds.ts'
import type { TestService } from './testService.ts'

export type UserRequest = { name: string; endpoint: Endpoint; input: Record<string, unknown>; login: string }
/** By path and login. */
export type Responses = Map<string, UserRequest & { statusAndBody: string; tag?: string | null }>

export type NamedRoute = { name: string; endpoint: Endpoint }

export function namedRoutes(): NamedRoute[] {
  const endpoints = listEndpoints()
  return routes.map(({ endpoint }) => {
    const found = endpoints.find(candidate => candidate.endpoint === endpoint)
    if (!found) throw new Error(`${endpoint.method} ${endpoint.path} is in no file of the contract`)
    return found
  })
}

/** Submissions and messages are requested only for existing homework and chats. */
const pathParamValues: Record<string, (db: TestService['db']) => Promise<number[]>> = {
  course_id: async () => [1, 2],
  lesson_id: db => idsOf(db, 'lessons'),
  permission_id: async db => [
    ...(await idsOf(db, 'permissions')),
    ...(await idsOf(db, 'class_permissions', 3)).map(toPermissionId),
  ],
  chat_id: chatIds,
  homework_id: db => idsOf(db, 'homeworks', 4),
  file_id: async db => [0, ...(await fileIds(db))],
  todo_id: todoIds,
  async user_id(db) {
    const users = db.selectFrom('users').select('id').where('login', 'in', ['sommer', 'tanaka', 'weber'])
    return (await users.execute()).map(({ id }) => id)
  },
}

const queryValues: Record<string, (db: TestService['db']) => Promise<Record<string, unknown>[]>> = {
  'timeline.days': async () => [{}, { days_forward: 30, start_today: true }],
  'timeline.mine': async () => [{}, { days_forward: 30, start_today: true }],
  'homework.mine': async () => [{}, { due_from: '2026-11-18' }],
  'permissions.list': async db => [
    ...(await idsOf(db, 'lessons')).map(lesson_id => ({ lesson_id })),
    ...(await todoIds(db)).map(todo_id => ({ todo_id })),
    ...(await chatIds(db)).map(chat_id => ({ chat_id })),
    ...(await fileIds(db)).map(file_id => ({ file_id })),
    ...(await idsOf(db, 'lesson_contents', 2)).map(lesson_comment_id => ({ lesson_comment_id })),
    ...(await idsOf(db, 'news', 2)).map(announcement_id => ({ announcement_id })),
  ],
  'oauth.authorizeRequest': async () => [{ client_id: 'staffroom' }],
  'settings.get': async () => [{ name: 'staffroom.phrases' }],
}

async function todoIds(db: TestService['db']): Promise<number[]> {
  return (await idsOf(db, 'homeworks', 4)).slice(0, -1)
}

/** More would be slow, because chats contain weeks of messages. */
async function chatIds(db: TestService['db']): Promise<number[]> {
  return (await idsOf(db, 'chats', 2)).slice(0, -1)
}

async function fileIds(db: TestService['db']): Promise<number[]> {
  const last = await db.selectFrom('files').select('id').orderBy('id', 'desc').limit(3).execute()
  return [...new Set([...(await idsOf(db, 'files', 3)), ...last.map(({ id }) => id)])]
}

type IdTable =
  | 'lessons'
  | 'permissions'
  | 'class_permissions'
  | 'homeworks'
  | 'chats'
  | 'files'
  | 'lesson_contents'
  | 'news'

/** The first `count` IDs, the newest one, and the next unused ID. */
async function idsOf(db: TestService['db'], table: IdTable, count = 40): Promise<number[]> {
  const rows = await db.selectFrom(table).select('id').orderBy('id').limit(count).execute()
  const last = await db.selectFrom(table).select('id').orderBy('id', 'desc').executeTakeFirst()
  const newest = last?.id ?? 0
  return [...new Set([...rows.map(row => row.id), newest, newest + 1])]
}

/**
 * Lists every GET route with all combinations of these values, for every login, except for bytes and streams.
 * Throws for a parameter without values.
 */
export async function listGetRequests(
  db: TestService['db'],
  logins: readonly string[],
): Promise<UserRequest[]> {
  const requests: UserRequest[] = []
  for (const { name, endpoint } of namedRoutes().filter(
    ({ endpoint: { method, response } }) =>
      method === 'GET' && response.kind !== 'bytes' && response.kind !== 'stream',
  )) {
    let inputs: Record<string, unknown>[] = [{}]
    for (const param of paramNames(endpoint.path)) {
      const source = pathParamValues[param]
      if (!source) throw new Error(`${name}: add values for ${param} to getRequests.ts`)
      const ids = await source(db)
      inputs = inputs.flatMap(input => ids.map(id => ({ ...input, [param]: id })))
    }
    if (endpoint.query) {
      const values = await queryValues[name]?.(db)
      if (!values) throw new Error(`${name}: add values for its query to getRequests.ts`)
      inputs = inputs.flatMap(input => values.map(query => ({ ...input, ...query })))
    }
    requests.push(...inputs.flatMap(input => logins.map(login => ({ name, endpoint, input, login }))))
  }
  return requests
}

/** Reuses responses of `known`, which must be up to date. */
export async function sendRequests(
  school: TestService,
  requests: readonly UserRequest[],
  tokens: ReadonlyMap<string, string>,
  known: Responses = new Map(),
): Promise<Responses> {
  const responses: Responses = new Map()
  for (const request of requests) {
    const { path } = buildRequest(request.endpoint, request.input)
    const key = `${path} as ${request.login}`
    const knownResponse = known.get(key)
    if (knownResponse) {
      responses.set(key, knownResponse)
      continue
    }
    const token = tokens.get(request.login)
    const response = await school.send('GET', path, token === undefined ? {} : { token })
    const statusAndBody = `${response.status} ${await response.text()}`
    responses.set(key, { ...request, statusAndBody, tag: response.headers.get('ETag') })
  }
  return responses
}
