import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { type Rendered, type RenderOptions, renderApp } from '../../../testing/renderApp.tsx'
import { HomeworkDraft } from './homeworkDraft.ts'

// Omar Ruiz teaches English in 8b (1) and 10a (2), and here also in 6c (3).

const at = '/classes/1/homework/new'
const sixC = 3
const createLostResponse = () => new Response('<html>Gateway timeout</html>', { status: 504 })

async function open(options: Partial<RenderOptions> = {}) {
  const app = await renderApp({ as: 'ruiz', at: '/classes/1/homework', ...options })
  await screen.findByRole('table')
  const { id } = await app.service.db
    .selectFrom('users')
    .select('id')
    .where('login', '=', 'ruiz')
    .executeTakeFirstOrThrow()
  const since = new Date(0).toISOString()
  await app.service.db
    .insertInto('memberships')
    .values({
      ...{ course_id: sixC, user_id: id, is_pending: 0, is_accepted: 1 },
      ...{ joined_at: since, changed_at: since },
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await app.api.queryClient.invalidateQueries()
  await app.router.navigate(at)
  return app
}
const text = () => screen.findByRole('textbox', { name: 'Task' })
const classButton = (name: string) => screen.findByRole('button', { name })
const setButton = () => screen.getByRole('button', { name: 'Set homework' })
const getClass = (name: string) => within(screen.getByRole('group', { name }))
const getDue = (name: string) => getClass(name).getByLabelText<HTMLInputElement>('Due on').value

/** Types a task and adds 10a and 6c. */
async function fillIn(task: string) {
  await userEvent.type(await text(), task)
  for (const name of ['10a', '6c']) await userEvent.click(await classButton(name))
  await waitFor(() => {
    for (const name of ['10a', '6c']) expect(getDue(name)).toMatch(/^\d\d\/11\/2026$/)
  })
}
const findStored = ({ service }: Rendered, task: string) =>
  service.db
    .selectFrom('homeworks')
    .innerJoin('lessons', 'lessons.id', 'homeworks.lesson_id')
    .select(['homeworks.id', 'homeworks.course_id', 'lessons.name', 'homeworks.due_at'])
    .where('homeworks.text', '=', task)
    .orderBy('homeworks.course_id')
    .execute()
const findResult = async (name: string) => {
  const items = await screen.findAllByRole('listitem')
  const item = items.find(one => within(one).queryByText(name, { selector: 'b' }))
  if (!item) throw new Error(`no result for ${name}`)
  return within(item)
}

/** Records the classes for which homework is posted. `intercept` replaces responses. */
function recordPosts(
  { service: { service } }: Rendered,
  intercept: (courseId: number, pass: () => Promise<Response>) => Promise<Response>,
) {
  const posts: number[] = []
  const keys: (string | null)[] = []
  const fetchOriginal = service.fetch.bind(service)
  vi.spyOn(service, 'fetch').mockImplementation(async (request, from) => {
    const [, course] = /\/courses\/(\d+)\/homeworks$/.exec(new URL(request.url).pathname) ?? []
    const pass = async () => fetchOriginal(request, from)
    if (course === undefined || request.method !== 'POST') return pass()
    posts.push(Number(course))
    keys.push(request.headers.get('idempotency-key'))
    return intercept(Number(course), pass)
  })
  return { posts, keys }
}

describe('homework for several classes', () => {
  it('is set in each class for its next lesson, with one key per class', async () => {
    const app = await open()
    // 10a has English on Thursday. Without its lessons on Thursday, 6c has English on Monday.
    await app.service.db
      .deleteFrom('timetable_entries')
      .where('course_id', '=', sixC)
      .where('weekday', '=', 4)
      .execute()
    const { posts, keys } = recordPosts(app, async (_course, pass) => pass())
    await fillIn('Unit 4, p. 31')
    const due = ['10a', '6c'].map(getDue)
    expect(due).toEqual(['19/11/2026', '23/11/2026'])
    await userEvent.click(setButton())
    await screen.findByText('“Unit 4, p. 31”: set in 3 of 3 classes.')
    expect(posts.toSorted()).toEqual([1, 2, 3])
    expect(new Set(keys).size).toBe(3)
    const stored = await findStored(app, 'Unit 4, p. 31')
    expect(stored.map(({ course_id, name }) => [course_id, name])).toEqual([
      [1, 'English'],
      [2, 'English'],
      [3, 'English'],
    ])
    expect(stored.slice(1).map(({ due_at }) => due_at.slice(0, 10).split('-').reverse().join('/'))).toEqual(
      due,
    )
    const link = (await findResult('6c')).getByRole('link', { name: 'Open the homework of 6c' })
    expect(link.getAttribute('href')).toBe(`/classes/3/homework/${stored[2]?.id}`)
    await userEvent.click(screen.getByRole('button', { name: 'Done' }))
    await screen.findByText('Homework set in 3 classes: “Unit 4, p. 31”.')
    expect(screen.queryByRole('dialog')).toBeNull()
    await app.router.navigate(at)
    expect(await text()).toHaveProperty('value', '')
  })

  it('names a failed class, and sends only this one again, also after a reload', async () => {
    const indexedDB = new IDBFactory()
    const first = await open({ indexedDB })
    const refuse = async (course: number, pass: () => Promise<Response>) =>
      course === sixC ? new Response('', { status: 403 }) : pass()
    recordPosts(first, refuse)
    await fillIn('Unit 4, p. 32')
    await userEvent.click(setButton())
    await screen.findByText(/^Not set in 6c\. /)
    await screen.findByText('“Unit 4, p. 32”: set in 2 of 3 classes.')
    expect((await findResult('8b')).queryByRole('button')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Back to the form' })).toBeNull()
    cleanup()
    const second = await open({ indexedDB })
    const { posts } = recordPosts(second, async (_course, pass) => pass())
    await screen.findByText('“Unit 4, p. 32”: set in 2 of 3 classes.')
    await userEvent.click(await screen.findByRole('button', { name: 'Try again in 6c' }))
    await screen.findByText('“Unit 4, p. 32”: set in 3 of 3 classes.')
    expect(posts).toEqual([sixC])
  })

  it('returns to the form if it was set in no class', async () => {
    const app = await open()
    recordPosts(app, async () => new Response('', { status: 403 }))
    await fillIn('Unit 4, p. 33')
    await userEvent.click(setButton())
    await userEvent.click(await screen.findByRole('button', { name: 'Back to the form' }))
    expect(await text()).toHaveProperty('value', 'Unit 4, p. 33')
    expect((await classButton('6c')).getAttribute('aria-pressed')).toBe('true')
  })

  it('is found in the list of its class after a lost response', async () => {
    const app = await open({ withoutKeys: true })
    const { posts } = recordPosts(app, async (course, pass) => {
      const response = await pass()
      return course === sixC ? createLostResponse() : response
    })
    await fillIn('Unit 4, p. 34')
    await userEvent.click(setButton())
    await screen.findByText('“Unit 4, p. 34”: set in 3 of 3 classes.')
    expect(posts.toSorted()).toEqual([1, 2, 3])
    expect(await findStored(app, 'Unit 4, p. 34')).toHaveLength(3)
  })

  it('is stored in the draft with its classes', async () => {
    const indexedDB = new IDBFactory()
    await open({ indexedDB })
    await fillIn('Unit 4, p. 35')
    await userEvent.selectOptions(getClass('6c').getByRole('combobox', { name: 'Subject' }), 'German')
    await screen.findByText(/^Draft saved /)
    cleanup()
    await open({ indexedDB })
    expect(await text()).toHaveProperty('value', 'Unit 4, p. 35')
    await waitFor(() =>
      expect(getClass('6c').getByRole('option', { name: 'German', selected: true })).toBeTruthy(),
    )
  })

  it('uploads the attachments to each class', async () => {
    const bodies: string[] = []
    // The File classes of jsdom and Node differ, so no upload reaches the service.
    const app = await open({
      respond: async request => {
        if (new URL(request.url).pathname !== '/api/v2/documents') return undefined
        bodies.push(await request.clone().text())
        return Response.json({
          id: 500 + bodies.length,
          name: 'sheet.txt',
          content_type: 'text/plain',
          size: 7,
        })
      },
    })
    await fillIn('Unit 4, p. 36')
    await userEvent.upload(
      within(screen.getByRole('dialog')).getByLabelText('Attachments'),
      new File(['a sheet'], 'sheet.txt', { type: 'text/plain' }),
    )
    await screen.findByRole('button', { name: 'Remove sheet.txt' })
    await userEvent.click(setButton())
    await screen.findByRole('button', { name: 'Done' })
    const stored = await findStored(app, 'Unit 4, p. 36')
    expect(stored).toHaveLength(3)
    expect(bodies).toHaveLength(3)
    for (const { id } of stored) expect(bodies.some(body => body.includes(`\r\ntodo.${id}\r\n`))).toBe(true)
  })

  it('asks for a missing subject of a class', async () => {
    // 6c does not have Physics.
    const app = await open()
    const { posts } = recordPosts(app, async (_course, pass) => pass())
    await userEvent.type(await text(), 'The lever')
    const form = within(screen.getByRole('dialog'))
    await userEvent.selectOptions(form.getByRole('combobox', { name: 'Subject' }), 'Physics')
    await screen.findByRole('button', { name: /^Next Physics lesson: /, pressed: true })
    await userEvent.click(await classButton('6c'))
    const field = await getClass('6c').findByRole('combobox', { name: 'Subject' })
    await userEvent.click(setButton())
    await getClass('6c').findByText('Choose a subject.')
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(posts).toEqual([])
  })

  it('names the reason if the service does not list classes', async () => {
    await renderApp({ as: 'albrecht', at, documentedOnly: true })
    await screen.findByText(
      /^Your other classes can’t be listed, so this homework is set in this class only\./,
    )
  })

  it('is translated to German', async () => {
    await open({ language: 'de' })
    await userEvent.click(await screen.findByRole('button', { name: '6c' }))
    screen.getByText('Auch für')
    await screen.findByRole('group', { name: '6c' })
  })
})

it('reads drafts of the previous build', () => {
  const stored = { lesson_id: 3, text: 'x', note: '', due: '', canHandIn: false, points: '', files: [] }
  expect(HomeworkDraft.parse(stored)).toMatchObject({ text: 'x', classes: [] })
})
