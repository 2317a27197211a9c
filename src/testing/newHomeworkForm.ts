import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, vi } from 'vitest'
import { type Rendered, type RenderOptions, renderApp } from './renderApp.tsx'

// Omar Ruiz teaches English in 8b (1) and 10a (2), and here also in 6c (3).

export const newHomeworkAddress = '/classes/1/homework/new'
export const sixC = 3
export const createLostResponse = () => new Response('<html>Gateway timeout</html>', { status: 504 })

export async function openNewHomework(options: Partial<RenderOptions> = {}) {
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
  await app.router.navigate(newHomeworkAddress)
  return app
}
export const findTask = () => screen.findByRole('textbox', { name: 'Task' })
export const classButton = (name: string) => screen.findByRole('button', { name })
export const setButton = () => screen.getByRole('button', { name: 'Set homework' })
export const getClass = (name: string) => within(screen.getByRole('group', { name }))
export const getDue = (name: string) => getClass(name).getByLabelText<HTMLInputElement>('Due on').value

/** Types a task and adds 10a and 6c. */
export async function fillIn(task: string) {
  await userEvent.type(await findTask(), task)
  for (const name of ['10a', '6c']) await userEvent.click(await classButton(name))
  await waitFor(() => {
    for (const name of ['10a', '6c']) expect(getDue(name)).toMatch(/^\d\d\/11\/2026$/)
  })
}
export const findStored = ({ service }: Rendered, task: string) =>
  service.db
    .selectFrom('homeworks')
    .innerJoin('lessons', 'lessons.id', 'homeworks.lesson_id')
    .select(['homeworks.id', 'homeworks.course_id', 'lessons.name', 'homeworks.due_at'])
    .where('homeworks.text', '=', task)
    .orderBy('homeworks.course_id')
    .execute()
export const findResult = async (name: string) => {
  const items = await screen.findAllByRole('listitem')
  const item = items.find(one => within(one).queryByText(name, { selector: 'b' }))
  if (!item) throw new Error(`no result for ${name}`)
  return within(item)
}

/** Records the classes for which homework is posted. `intercept` replaces responses. */
export function recordPosts(
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
