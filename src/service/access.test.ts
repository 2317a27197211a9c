import { describe, expect, it } from 'vitest'
import { type Endpoint, paramNames, scopes } from '../contract/endpoint.ts'
import { eachEndpoint } from '../contract/everything.ts'
import { parseResponse } from '../contract/parseResponse.ts'
import { type Ask, chatAccess, type Row } from '../testing/chatAccessTable.ts'
import { permissionAccess } from '../testing/permissionAccessTable.ts'
import { smallFiles, smallHomework, smallSchool } from '../testing/sampleSchool.ts'
import { refusal } from '../testing/signInFlow.ts'
import { type TestService, testService } from '../testing/testService.ts'
import { routes } from './app.ts'

/** The callers, in the order of the table's columns. The class is 8b, and the content is its subject Maths. */
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

const without = (scope: Endpoint['scope']) => (scope ? scopes.filter(one => one !== scope) : [])

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

const table: Record<string, Row> = {
  'avatars.initials': { ask: { query: 'of=MS&colour=3' }, answers: anyCaller },
  'me.get': { ask: {}, answers: withScope },
  'me.memberships': { ask: {}, answers: withScope },
  'me.accessToken': { ask: {}, answers: signedIn },
  'me.ips': { ask: {}, answers: signedIn },
  'courses.get': { ask: { params: inClass }, answers: member, elsewhere: otherClasses },
  'courses.members': { ask: { params: inClass }, answers: member, elsewhere: otherClasses },
  'lessons.list': { ask: { params: inClass }, answers: member, elsewhere: otherClasses },
  'lessons.get': {
    ask: { params: { ...inClass, lesson_id: lessons.maths } },
    answers: member,
    elsewhere: [
      { params: { ...inClass, lesson_id: lessons.english } },
      { params: { course_id: courses['10a'], lesson_id: lessons.maths } },
      { params: { course_id: courses['10a'], lesson_id: lessons.english } },
      { params: { ...inClass, lesson_id: 99 } },
    ],
  },
  'timeline.days': { ask: { params: inClass }, answers: member, elsewhere: otherClasses },
  'homework.list': { ask: { params: inClass }, answers: member, elsewhere: otherClasses },
  'homework.get': { ask: { params: inHomework }, answers: member, elsewhere: otherHomework },
  'homework.create': {
    ask: { params: inClass, body: newHomework },
    answers: teacher,
    elsewhere: otherClasses.map(ask => ({ ...ask, body: newHomework })),
  },
  'homework.change': {
    ask: { params: inHomework, body: { text: 'p. 2' } },
    answers: administrator,
    elsewhere: otherHomework.map(ask => ({ ...ask, body: { text: 'p. 2' } })),
  },
  'homework.remove': { ask: { params: inHomework }, answers: administrator, elsewhere: otherHomework },
  'submissions.list': { ask: { params: { todo_id } }, answers: corrector, elsewhere: otherTodos },
  // The pupil themselves, or users with write access to the homework.
  'submissions.get': {
    ask: { params: { todo_id, user_id: people.sommer } },
    answers: '401 401 401 403 404 404 200 403 200',
    elsewhere: otherSubmissions,
  },
  'submissions.correct': {
    ask: { params: { todo_id, user_id: people.sommer }, body: { teacher_correction: 'Good.' } },
    answers: corrector,
    elsewhere: otherSubmissions.map(ask => ({ ...ask, body: { teacher_correction: 'Good.' } })),
  },
  'submissions.handIn': {
    ask: { params: { todo_id }, body: { comment: 'Done.' } },
    answers: pupil,
    elsewhere: otherTodos.map(ask => ({ ...ask, body: { comment: 'Done.' } })),
  },
  'submissions.acknowledge': { ask: { params: { todo_id } }, answers: pupil, elsewhere: otherTodos },
  // An upload to the homework. The other relations are in documents.test.ts.
  'documents.upload': {
    ask: upload(`todo.${todo_id}`),
    answers: administrator,
    elsewhere: [
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
    ask: { params: { document_id: smallHomework.documents.worksheet } },
    answers: member,
    elsewhere: [
      { params: { document_id: smallHomework.documents.otherWorksheet } },
      { params: { document_id: smallFiles.documents.otherSheet } },
      { params: { document_id: 99 } },
    ],
  },
  ...chatAccess,
  'files.list': { ask: { params: inClass }, answers: member, elsewhere: otherClasses },
  'files.get': { ask: { params: inFolder }, answers: member, elsewhere: otherFiles },
  'files.create': {
    ask: { params: inClass, body: { name: 'Folder', is_dir: true } },
    answers: teacher,
    elsewhere: otherClasses.map(ask => ({ ...ask, body: { name: 'Folder', is_dir: true } })),
  },
  'files.remove': { ask: { params: inFolder }, answers: teacher, elsewhere: otherFiles },
  ...permissionAccess,
  // Authenticated by the client secret, or by login and password. The code is invalid, so the answer is 400.
  'oauth.token': {
    ask: { body: { ...secrets, grant_type: 'authorization_code', code: 'x' } },
    answers: anyCaller.replaceAll('200', '400'),
  },
  // Authenticated by login and password, which are wrong here.
  'oauth.allowedBefore': {
    ask: { body: { client_id: 'staffroom', login: 'albrecht', password: 'wrong' } },
    answers: anyCaller.replaceAll('200', '422'),
  },
  'oauth.revoke': { ask: { body: { ...secrets, token: 'x' } }, answers: anyCaller },
  'oauth.authorizeRequest': { ask: { query: 'client_id=staffroom' }, answers: anyCaller },
  'oauth.authorizeDecision': {
    ask: { body: { client_id: 'staffroom', decision: 'deny' } },
    answers: anyCaller,
  },
  'oauth.createPersonalToken': {
    ask: { body: { name: 'x', scopes: [] } },
    answers: signedIn.replaceAll('200', '401'),
  },
  'oauth.personalTokens': { ask: {}, answers: signedIn },
  // routes/events.test.ts checks which events each caller receives.
  'events.stream': { ask: {}, answers: signedIn },
  // Personal tokens belong to their creator. IDs of other users' tokens and of other kinds of tokens are not found.
  'oauth.revokePersonalToken': {
    ask: { params: { token_id: 1 } },
    answers: signedIn.replaceAll('200', '404'),
    elsewhere: [{ params: { token_id: 99 } }],
  },
}

const endpoints = eachEndpoint()

async function ask(
  school: TestService,
  { endpoint }: { endpoint: Endpoint },
  { params, query, body }: Ask,
  token?: string,
) {
  let path = endpoint.base + endpoint.path
  for (const name of paramNames(endpoint.path)) path = path.replace(`:${name}`, String(params?.[name] ?? 1))
  return school.send(endpoint.method, query ? `${path}?${query}` : path, {
    ...(token !== undefined && { token }),
    ...(body !== undefined && { body }),
  })
}

/** Returns the status. Checks that the response matches the contract and has no invalid entries. */
async function statusOf(endpoint: Endpoint, response: Response): Promise<number> {
  if (response.status !== 200) await refusal(response)
  else if (endpoint.answer.kind === 'stream') await response.body?.cancel()
  else {
    const body: unknown = await (endpoint.answer.kind === 'bytes' ? response.blob() : response.json())
    const answer: unknown = parseResponse(endpoint.answer, body)
    if (endpoint.answer.kind === 'rows') expect(answer).toHaveProperty('unreadable', 0)
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
  const row = table[named.name] ?? { ask: {}, answers: '' }
  const answers = row.answers.split(' ')

  // One school per request, because the writes of one caller must not affect the next.
  it.each(
    Object.entries(callers).map(([who, signIn], column) => ({
      who,
      signIn,
      status: Number(answers[column]),
    })),
  )('answers $status to $who', async ({ signIn, status }) => {
    const school = await testService()
    const token = await signIn(school, named.endpoint)
    const response = await ask(school, named, row.ask, token)
    expect(await statusOf(named.endpoint, response)).toBe(status)
    await school.close()
  })

  it.each(row.elsewhere ?? [])('answers 404 to $params $query $body', async other => {
    const school = await testService()
    const before = await school.db.selectFrom('permissions').selectAll().execute()
    const response = await ask(school, named, other, await school.signIn('albrecht'))
    expect(await refusal(response)).toBe('404 not_found')
    expect(await school.db.selectFrom('permissions').selectAll().execute()).toEqual(before)
    await school.close()
  })
})
