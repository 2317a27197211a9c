import { describe, expect, it } from 'vitest'
import { listEndpoints } from '../contract/allEndpoints.ts'
import { type Endpoint, paramNames, scopes } from '../contract/endpoint.ts'
import { parseResponse } from '../contract/parseResponse.ts'
import { type AccessRow, chatAccess, type RequestInput } from '../testing/chatAccessTable.ts'
import { permissionAccess } from '../testing/permissionAccessTable.ts'
import { smallFiles, smallHomework, smallSchool } from '../testing/sampleSchool.ts'
import { describeError } from '../testing/signInFlow.ts'
import { type TestService, testService } from '../testing/testService.ts'
import { routes } from './app.ts'

/** In the order of the columns. The class is 8b, the content its subject Maths. */
const callers = {
  'no token': async () => undefined,
  'an expired token': async ({ signIn, advance }) => {
    const token = await signIn('albrecht')
    advance(3_600_000)
    return token
  },
  'a made-up token': async () => 'x'.repeat(43),
  'a token without the scope': ({ signIn }, { scope }) => signIn('albrecht', without(scope)),
  'a member who is only pending': ({ signIn }) => signIn('pending'),
  'a teacher of another class': ({ signIn }) => signIn('kern'),
  'a pupil of the class, reader of the content': ({ signIn }) => signIn('sommer'),
  'a teacher of the class': ({ signIn }) => signIn('ruiz'),
  'a teacher of the class, administrator of the content': ({ signIn }) => signIn('albrecht'),
} satisfies Record<string, (school: TestService, endpoint: Endpoint) => Promise<string | undefined>>

const without = (scope: Endpoint['scope']) => (scope ? scopes.filter(other => other !== scope) : [])

const { courses, lessons, people } = smallSchool
const inClass = { course_id: courses['8b'] }
const otherClasses = [{ params: { course_id: courses['10a'] } }, { params: { course_id: 99 } }]
const secrets = { client_id: 'staffroom', client_secret: smallSchool.application.secret }

const anyCaller = '200 200 200 200 200 200 200 200 200'
const signedIn = '401 401 401 200 200 200 200 200 200'
const withScope = '401 401 401 403 200 200 200 200 200'
const member = '401 401 401 200 404 404 200 200 200'
const administrator = '401 401 401 200 404 404 403 403 200'
const teacher = '401 401 401 200 404 404 403 200 200'
/** With the scope `chats`. */
const corrector = '401 401 401 403 404 404 403 403 200'
const pupil = '401 401 401 403 404 404 200 403 403'

const { maths: todo_id, english: otherTodo } = smallHomework
const inHomework = { ...inClass, homework_id: todo_id }
const otherHomework = [
  { params: { ...inClass, homework_id: otherTodo } },
  { params: { course_id: courses['10a'], homework_id: todo_id } },
  { params: { course_id: courses['10a'], homework_id: otherTodo } },
  { params: { ...inClass, homework_id: 99 } },
]
const otherTodos = [{ params: { todo_id: otherTodo } }, { params: { todo_id: 99 } }]
const otherSubmissions = [
  { params: { todo_id, user_id: people.weber } },
  { params: { todo_id, user_id: people.albrecht } },
  { params: { todo_id: otherTodo, user_id: people.weber } },
  { params: { todo_id: 99, user_id: people.sommer } },
]
const inFolder = { ...inClass, file_id: smallFiles.folder }
const otherFiles = [
  { params: { ...inClass, file_id: smallFiles.otherFolder } },
  { params: { course_id: courses['10a'], file_id: smallFiles.folder } },
  { params: { course_id: courses['10a'], file_id: smallFiles.otherFolder } },
  { params: { course_id: courses['10a'], file_id: 0 } },
  { params: { course_id: 99, file_id: 0 } },
  { params: { ...inClass, file_id: 99 } },
]
const newHomework = { lesson_id: lessons.maths, text: 'p. 1', until_datetime: '2026-11-20' }
const upload = (related_to: string) => {
  const body = new FormData()
  body.append('related_to', related_to)
  body.append('file', new File(['text'], 'a.txt'))
  return { body }
}

const table: Record<string, AccessRow> = {
  'avatars.initials': { input: { query: 'of=MS&colour=3' }, statuses: anyCaller },
  'me.get': { input: {}, statuses: withScope },
  'me.memberships': { input: {}, statuses: withScope },
  'me.accessToken': { input: {}, statuses: signedIn },
  'homework.mine': { input: {}, statuses: signedIn },
  'timeline.mine': { input: {}, statuses: signedIn },
  'me.ips': { input: {}, statuses: signedIn },
  'courses.get': { input: { params: inClass }, statuses: member, notFound: otherClasses },
  'courses.members': { input: { params: inClass }, statuses: member, notFound: otherClasses },
  'lessons.list': { input: { params: inClass }, statuses: member, notFound: otherClasses },
  'lessons.get': {
    input: { params: { ...inClass, lesson_id: lessons.maths } },
    statuses: member,
    notFound: [
      { params: { ...inClass, lesson_id: lessons.english } },
      { params: { course_id: courses['10a'], lesson_id: lessons.maths } },
      { params: { course_id: courses['10a'], lesson_id: lessons.english } },
      { params: { ...inClass, lesson_id: 99 } },
    ],
  },
  'timeline.days': { input: { params: inClass }, statuses: member, notFound: otherClasses },
  'homework.list': { input: { params: inClass }, statuses: member, notFound: otherClasses },
  'homework.get': { input: { params: inHomework }, statuses: member, notFound: otherHomework },
  'homework.create': {
    input: { params: inClass, body: newHomework },
    statuses: teacher,
    notFound: otherClasses.map(input => ({ ...input, body: newHomework })),
  },
  'homework.change': {
    input: { params: inHomework, body: { text: 'p. 2' } },
    statuses: administrator,
    notFound: otherHomework.map(input => ({ ...input, body: { text: 'p. 2' } })),
  },
  'homework.remove': { input: { params: inHomework }, statuses: administrator, notFound: otherHomework },
  'submissions.list': { input: { params: { todo_id } }, statuses: corrector, notFound: otherTodos },
  'submissions.get': {
    input: { params: { todo_id, user_id: people.sommer } },
    statuses: '401 401 401 403 404 404 200 403 200',
    notFound: otherSubmissions,
  },
  'submissions.correct': {
    input: { params: { todo_id, user_id: people.sommer }, body: { teacher_correction: 'Good.' } },
    statuses: corrector,
    notFound: otherSubmissions.map(input => ({ ...input, body: { teacher_correction: 'Good.' } })),
  },
  'submissions.handIn': {
    input: { params: { todo_id }, body: { comment: 'Done.' } },
    statuses: pupil,
    notFound: otherTodos.map(input => ({ ...input, body: { comment: 'Done.' } })),
  },
  'submissions.acknowledge': { input: { params: { todo_id } }, statuses: pupil, notFound: otherTodos },
  'marking.get': { input: { params: { todo_id } }, statuses: corrector, notFound: otherTodos },
  // routes/marking.test.ts has pupils of other classes.
  'marking.set': {
    input: { params: { todo_id }, body: { pupil_id: people.sommer } },
    statuses: corrector,
    notFound: otherTodos.map(input => ({ ...input, body: { pupil_id: people.sommer } })),
  },
  // documents.test.ts has the other relations.
  'documents.upload': {
    input: upload(`todo.${todo_id}`),
    statuses: administrator,
    notFound: [
      `todo.${otherTodo}`,
      'todo.99',
      'todo.99999999999',
      `todo.${todo_id}.user.${people.weber}.correction`,
      `todo.${todo_id}.user.99.correction`,
      `todo.${otherTodo}.user.${people.weber}.submission`,
      `file.${smallFiles.otherSheet}`,
      'file.99',
      'file.99999999999',
    ].map(upload),
  },
  'documents.content': {
    input: { params: { document_id: smallHomework.documents.worksheet } },
    statuses: member,
    notFound: [
      { params: { document_id: smallHomework.documents.otherWorksheet } },
      { params: { document_id: smallFiles.documents.otherSheet } },
      { params: { document_id: 99 } },
    ],
  },
  ...chatAccess,
  'files.list': { input: { params: inClass }, statuses: member, notFound: otherClasses },
  'files.get': { input: { params: inFolder }, statuses: member, notFound: otherFiles },
  'files.create': {
    input: { params: inClass, body: { name: 'Folder', is_dir: true } },
    statuses: teacher,
    notFound: otherClasses.map(input => ({ ...input, body: { name: 'Folder', is_dir: true } })),
  },
  // routes/files.test.ts has the rules for the folder to move to.
  'files.change': {
    input: { params: inFolder, body: { name: 'Sheets' } },
    statuses: teacher,
    notFound: otherFiles.map(input => ({ ...input, body: { name: 'Sheets' } })),
  },
  'files.remove': { input: { params: inFolder }, statuses: teacher, notFound: otherFiles },
  ...permissionAccess,
  // An invalid code causes 400.
  'oauth.token': {
    input: { body: { ...secrets, grant_type: 'authorization_code', code: 'x' } },
    statuses: anyCaller.replaceAll('200', '400'),
  },
  'oauth.revoke': { input: { body: { ...secrets, token: 'x' } }, statuses: anyCaller },
  'oauth.authorizeRequest': { input: { query: 'client_id=staffroom' }, statuses: anyCaller },
  'oauth.authorizeDecision': {
    input: { body: { client_id: 'staffroom', decision: 'deny' } },
    statuses: anyCaller,
  },
  'oauth.createPersonalToken': {
    input: { body: { name: 'x', scopes: [] } },
    statuses: signedIn.replaceAll('200', '401'),
  },
  'oauth.personalTokens': { input: {}, statuses: signedIn },
  // routes/events.test.ts checks which events each caller receives.
  'events.stream': { input: {}, statuses: signedIn },
  'calendars.list': { input: {}, statuses: withScope },
  'calendars.create': {
    input: { body: inClass },
    statuses: '401 401 401 403 404 404 200 200 200',
    notFound: otherClasses.map(({ params }) => ({ body: params })),
  },
  'calendars.remove': { input: {}, statuses: withScope },
  // routes/calendars.test.ts has the calendars with a valid secret.
  'calendars.feed': { input: {}, statuses: anyCaller.replaceAll('200', '404') },
  // routes/settings.test.ts has the settings of other users.
  'settings.get': { input: { query: 'name=a' }, statuses: withScope },
  'settings.change': { input: { body: { name: 'a', value: 'b' } }, statuses: withScope },
  // IDs of other users and other kinds are not found.
  'oauth.revokePersonalToken': {
    input: { params: { token_id: 1 } },
    statuses: signedIn.replaceAll('200', '404'),
    notFound: [{ params: { token_id: 99 } }],
  },
}

const endpoints = listEndpoints()

async function sendRequest(
  school: TestService,
  { endpoint }: { endpoint: Endpoint },
  { params, query, body }: RequestInput,
  token?: string,
) {
  let path = endpoint.base + endpoint.path
  for (const name of paramNames(endpoint.path)) path = path.replace(`:${name}`, String(params?.[name] ?? 1))
  return school.send(endpoint.method, query ? `${path}?${query}` : path, {
    ...(token !== undefined && { token }),
    ...(body !== undefined && { body }),
  })
}

/** Checks the response, too. */
async function statusOf(endpoint: Endpoint, response: Response): Promise<number> {
  if (response.status !== 200) await describeError(response)
  else if (endpoint.response.kind === 'stream') await response.body?.cancel()
  else {
    const body: unknown = await (endpoint.response.kind === 'bytes' ? response.blob() : response.json())
    const parsed: unknown = parseResponse(endpoint.response, body)
    if (endpoint.response.kind === 'rows') expect(parsed).toHaveProperty('unreadable', 0)
  }
  return response.status
}

it('every endpoint of the contract is routed and listed in this table', () => {
  expect(endpoints.map(({ name }) => name).toSorted()).toEqual(Object.keys(table).toSorted())
  const routed = endpoints.filter(({ endpoint }) => routes.some(route => route.endpoint === endpoint))
  expect(routed).toEqual(endpoints)
  expect(routes).toHaveLength(endpoints.length)
})

describe.each(endpoints)('$name', named => {
  const row = table[named.name] ?? { input: {}, statuses: '' }
  const expectedStatuses = row.statuses.split(' ')

  // One school per request, because writes affect later requests.
  it.each(
    Object.entries(callers).map(([who, signIn], column) => ({
      who,
      signIn,
      status: Number(expectedStatuses[column]),
    })),
  )('answers $status to $who', async ({ signIn, status }) => {
    const school = await testService()
    const token = await signIn(school, named.endpoint)
    const response = await sendRequest(school, named, row.input, token)
    expect(await statusOf(named.endpoint, response)).toBe(status)
    await school.close()
  })

  it.each(row.notFound ?? [])('answers 404 to $params $query $body', async other => {
    const school = await testService()
    const before = await school.db.selectFrom('permissions').selectAll().execute()
    const response = await sendRequest(school, named, other, await school.signIn('albrecht'))
    expect(await describeError(response)).toBe('404 not_found')
    expect(await school.db.selectFrom('permissions').selectAll().execute()).toEqual(before)
    await school.close()
  })
})
