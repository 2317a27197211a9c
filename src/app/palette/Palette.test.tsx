import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { type Rendered, type RenderOptions, renderApp } from '../../testing/renderApp.tsx'

/** Opens the palette on the timetable, which fetches no homework, chats or files. */
async function openPalette(options: RenderOptions) {
  const app = await renderApp({ at: '/classes/1/timetable', ...options })
  await screen.findByRole('heading', { level: 1, name: 'Timetable' })
  await userEvent.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox', { name: 'Find' })
  const find = async (text: string) => {
    await userEvent.clear(field)
    await userEvent.type(field, text)
  }
  return { ...app, find }
}
// By text: computing the accessible names of all options is slow in jsdom.
const options = (name: RegExp) =>
  screen.queryAllByRole('option', { hidden: true }).filter(({ textContent }) => name.test(textContent ?? ''))
const option = (name: RegExp) =>
  waitFor(() => {
    const [found] = options(name)
    if (!found) throw new Error(`there is no option ${name}`)
    return found
  })
const waitUntilLoaded = () =>
  waitFor(() => expect(screen.getByRole('listbox').getAttribute('aria-busy')).toBe('false'))
const pathOf = (request: Request) => new URL(request.url).pathname

it('finds homework, chats and files before a screen loads them', async () => {
  const { find, router, service } = await openPalette({ as: 'albrecht' })
  const file = await service.db
    .selectFrom('files')
    .select(['id', 'name'])
    .where('course_id', '=', 1)
    .where('is_dir', '=', 0)
    .where('name', 'like', '%.pdf')
    .executeTakeFirstOrThrow()
  await find('fractions 42')
  await option(/^Fractions p\. 42.*Homework$/)
  await find('staff')
  await option(/^Staff.*Chats$/)
  await find(file.name)
  await userEvent.click(await option(/Files$/))
  await waitFor(() => expect(router.state.location.search).toBe(`?file=${file.id}`))
})

it('reports no matches only once everything is loaded', async () => {
  const pendingResponse = Promise.withResolvers<undefined>()
  const { find } = await openPalette({
    as: 'albrecht',
    respond: request => (pathOf(request) === '/api/v2/course/1/files' ? pendingResponse.promise : undefined),
  })
  await find('xyzzy')
  await screen.findByText('Still loading: Files')
  screen.getByText('Nothing matches “xyzzy” so far')
  expect(screen.queryByText('Nothing matches “xyzzy”')).toBeNull()
  pendingResponse.resolve(undefined)
  await screen.findByText('Nothing matches “xyzzy”')
  expect(screen.queryByText(/^Still loading/)).toBeNull()
})

it('names the kinds of entries that can’t be fetched', async () => {
  const { find } = await openPalette({
    as: 'albrecht',
    respond: request =>
      pathOf(request) === '/api/v2/courses/1/homeworks'
        ? Response.json({ error: { name: 'forbidden', message: 'no', code: 403 } }, { status: 403 })
        : undefined,
  })
  await screen.findByText('Could not be searched: Homework (Class 8b)')
  await find('mika')
  await option(/^Message Mika Sommer/)
  await find('xyzzy')
  await screen.findByText('Nothing matches “xyzzy”')
  screen.getByText('Could not be searched: Homework (Class 8b)')
})

it('does not fetch fresh data again', async () => {
  const requestedPaths: string[] = []
  await openPalette({
    as: 'albrecht',
    respond: request => {
      requestedPaths.push(pathOf(request))
      return undefined
    },
  })
  await waitUntilLoaded()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
  expect(requestedPaths).toContain('/api/v2/courses/1/homeworks')
  requestedPaths.length = 0
  await userEvent.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox', { name: 'Find' })
  await waitUntilLoaded()
  // The rail fetches submissions.
  expect(requestedPaths.filter(path => !path.endsWith('/submissions'))).toEqual([])
})

it('offers teachers new homework, a new chat and an upload', async () => {
  const { find, router } = await openPalette({ as: 'albrecht' })
  await find('new')
  await option(/^New chat/)
  await userEvent.click(await option(/^New homework.*Class 8b/))
  await waitFor(() => expect(router.state.location.pathname).toBe('/classes/1/homework/new'))
})

it('uploads files into the class and shows them', async () => {
  const { find, router, service } = await openPalette({ as: 'albrecht' })
  await find('upload')
  await option(/^Upload.*Class 8b/)
  const field = screen.getByLabelText('Choose files to upload')
  const clicked = new Promise(resolve => field.addEventListener('click', resolve, { once: true }))
  await userEvent.keyboard('{Enter}')
  await clicked
  await userEvent.upload(field, new File(['x = 2'], 'palette upload.txt', { type: 'text/plain' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/classes/1/files'))
  await screen.findAllByText('palette upload.txt')
  await expect
    .poll(() =>
      service.db.selectFrom('files').select('name').where('name', '=', 'palette upload.txt').execute(),
    )
    .toHaveLength(1)
})

it('offers pupils no homework and no upload', async () => {
  const { find } = await openPalette({ as: 'sommer' })
  await waitUntilLoaded()
  await find('new')
  await option(/^New chat/)
  expect(options(/^New homework/)).toEqual([])
  await find('upload')
  expect(options(/^Upload/)).toEqual([])
})

it('offers no new homework in a class without subjects', async () => {
  const { find } = await openPalette({
    as: 'albrecht',
    respond: request => (pathOf(request) === '/api/v2/courses/1/lessons' ? Response.json([]) : undefined),
  })
  await waitUntilLoaded()
  await find('new')
  await option(/^New chat/)
  expect(options(/^New homework/)).toEqual([])
})

/** Returns the class ID and name of a pupil whom the user shares only that class with, which is not class 1. */
const findPupilOfOtherClass = ({ db }: Rendered['service'], login: string) =>
  db
    .selectFrom('memberships as pupils')
    .innerJoin('users', 'users.id', 'pupils.user_id')
    .innerJoin('memberships as own', 'own.course_id', 'pupils.course_id')
    .innerJoin('users as user', 'user.id', 'own.user_id')
    .select(['users.id', 'users.name', 'pupils.course_id'])
    .where('user.login', '=', login)
    .where('users.is_teacher', '=', 0)
    .where('pupils.course_id', '!=', 1)
    .executeTakeFirstOrThrow()

it('finds the people of all classes with one request per class', async () => {
  const requestedPaths: string[] = []
  const { find, service } = await openPalette({
    as: 'ruiz',
    respond: request => {
      if (pathOf(request).endsWith('/members')) requestedPaths.push(pathOf(request))
      return undefined
    },
  })
  const pupil = await findPupilOfOtherClass(service, 'ruiz')
  await waitUntilLoaded()
  expect(requestedPaths).toContain(`/api/v2/courses/${pupil.course_id}/members`)
  expect(new Set(requestedPaths).size).toBe(requestedPaths.length)
  const { name: className } = await service.db
    .selectFrom('courses')
    .select('name')
    .where('id', '=', pupil.course_id)
    .executeTakeFirstOrThrow()
  await find(pupil.name)
  await option(new RegExp(`^Message ${pupil.name}.*Class ${className}`))
})

it('leaves out the people of a class that can’t be read, and names the class', async () => {
  const { find } = await openPalette({
    as: 'ruiz',
    respond: request =>
      pathOf(request).endsWith('/members') && pathOf(request) !== '/api/v2/courses/1/members'
        ? Response.json({ error: { name: 'forbidden', message: 'no', code: 403 } }, { status: 403 })
        : undefined,
  })
  await screen.findByText(/^Could not be searched: People \(Class 10a/)
  await find('mika')
  await option(/^Message Mika Sommer/)
})

it('names the IDs of people with the same name', async () => {
  const app = await renderApp({ as: 'albrecht', at: '/settings/tokens' })
  await app.service.db
    .updateTable('users')
    .set({ name: 'Aiko Tanaka' })
    .where('name', '=', 'Mika Sommer')
    .execute()
  await app.router.navigate('/classes/1/timetable')
  await screen.findByRole('heading', { level: 1, name: 'Timetable' })
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('combobox', { name: 'Find' }), 'message aiko tanaka')
  await waitUntilLoaded()
  const ids = options(/^Message Aiko Tanaka/).map(
    ({ textContent }) => /ID (\d+)/.exec(textContent ?? '')?.[1],
  )
  expect(new Set(ids).size).toBe(2)
  expect(ids).not.toContain(undefined)
})

it('replaces characters that reorder text in names', async () => {
  const app = await renderApp({ as: 'albrecht', at: '/settings/tokens' })
  const name = 'Mika \u202eremmoS'
  await app.service.db.updateTable('users').set({ name }).where('name', '=', 'Mika Sommer').execute()
  await app.router.navigate('/classes/1/timetable')
  await screen.findByRole('heading', { level: 1, name: 'Timetable' })
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('combobox', { name: 'Find' }), 'message mika')
  await option(/^Message Mika \ufffdremmoS/)
})

it('adds one of two namesakes to a new chat', async () => {
  const app = await renderApp({ as: 'sommer', at: '/settings/tokens' })
  const { db } = app.service
  await db.updateTable('users').set({ name: 'Leyla Demir' }).where('name', 'like', 'Frieda %').execute()
  const twins = await db.selectFrom('users').select('id').where('name', '=', 'Leyla Demir').execute()
  expect(twins).toHaveLength(2)
  for (const { id } of twins) {
    await app.router.navigate('/classes/1/timetable')
    await screen.findByRole('heading', { level: 1, name: 'Timetable' })
    await userEvent.keyboard('{Control>}k{/Control}')
    await userEvent.type(await screen.findByRole('combobox', { name: 'Find' }), 'message leyla demir')
    await waitUntilLoaded()
    await userEvent.click(await option(new RegExp(`^Message Leyla Demir.*ID ${id}(?!\\d)`)))
    await userEvent.click(await screen.findByRole('button', { name: 'Create chat' }))
    await expect.poll(() => grantedTo(id)).toBe(1)
  }
  async function grantedTo(user_id: number): Promise<number> {
    const granted = db
      .selectFrom('permissions')
      .innerJoin('chats', 'chats.id', 'permissions.resource_id')
      .select('permissions.id')
      .where('permissions.resource_field', '=', 'chat_id')
      .where('permissions.user_id', '=', user_id)
      .where('chats.name', '=', 'Leyla Demir')
    return (await granted.execute()).length
  }
})
