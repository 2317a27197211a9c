import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBObjectStore } from 'fake-indexeddb'
import { afterEach, expect, it, vi } from 'vitest'
import { paths } from '../../paths.ts'
import { type RenderOptions, renderApp } from '../../testing/renderApp.tsx'

afterEach(() => {
  vi.restoreAllMocks()
})

const sommer = 13
const findFeedback = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Feedback/ })

/** Opens the desk of albrecht at Mika. `refuse` answers each correction. */
const openDesk = (refuse?: () => Response | undefined, options: RenderOptions = {}) =>
  renderApp({
    as: 'albrecht',
    at: paths.desk(1, 1, sommer),
    ...options,
    respond: request => {
      if (request.url.includes('/documents/')) return new Response(null, { status: 404 })
      return request.method === 'POST' && request.url.includes(`/submissions/${sommer}`)
        ? refuse?.()
        : undefined
    },
  })

const chooseSignOut = async () => {
  await userEvent.click(screen.getByRole('button', { name: /Jana Albrecht/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
}

it('counts refused writes, and lists homework, pupil and reason', async () => {
  let refused = true
  const { router } = await openDesk(() =>
    refused
      ? new Response(JSON.stringify({ error: { message: 'no', name: 'x', code: 403 } }), {
          status: 403,
          headers: { 'Content-Type': 'application/json' },
        })
      : undefined,
  )
  await userEvent.type(await findFeedback(), 'Well done.')
  await userEvent.click(screen.getByRole('button', { name: /^Return and stay/ }))
  const [foot] = await screen.findAllByRole('button', { name: '1 needs your attention' })
  await userEvent.click(foot ?? document.body)
  const list = await screen.findByRole('dialog', { name: 'Not sent yet' })
  within(list).getByText('Not sent. no')
  const link = within(list).getByRole('link', { name: /Mika Sommer/ })
  expect(link.getAttribute('href')).toBe(router.state.location.pathname)

  refused = false
  await userEvent.click(within(list).getByRole('button', { name: /^Send again: / }))
  await within(list).findByText('Everything has been sent.')
  await waitFor(() => expect(screen.queryAllByRole('button', { name: /needs? your attention/ })).toEqual([]))
})

it('reports that “Send again” could not be stored, and can be pressed again', async () => {
  let refused = true
  await openDesk(() => (refused ? new Response('{}', { status: 403 }) : undefined))
  await userEvent.type(await findFeedback(), 'Well done.')
  await userEvent.click(screen.getByRole('button', { name: /^Return and stay/ }))
  const [foot] = await screen.findAllByRole('button', { name: '1 needs your attention' })
  await userEvent.click(foot ?? document.body)
  const list = await screen.findByRole('dialog', { name: 'Not sent yet' })
  const retry = within(list).getByRole('button', { name: /^Send again/ })
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await userEvent.click(retry)
  await within(list).findByText('That could not be saved on this device: storage is full or blocked.')

  vi.restoreAllMocks()
  refused = false
  await userEvent.click(retry)
  await within(list).findByText('Everything has been sent.')
})

it('asks before a sign-out that discards a draft', async () => {
  const { session } = await openDesk()
  await userEvent.type(await findFeedback(), 'Half a sen')
  await chooseSignOut()
  const dialog = await screen.findByRole('dialog', { name: 'Sign out and lose this?' })
  within(dialog).getByText('1 draft that has not been sent yet')
  const draft = await within(dialog).findByRole('link', { name: 'Feedback' })
  await within(dialog).findByText('Fractions p. 42')
  expect(draft.getAttribute('href')).toBe(paths.desk(1, 1, sommer))
  await userEvent.click(
    within(dialog).getAllByRole('button', { name: 'Stay signed in' }).at(-1) ?? document.body,
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await findFeedback()).value).toBe('Half a sen')
  expect(session.state().kind).toBe('signedIn')

  await chooseSignOut()
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out and discard' }))
  await screen.findByRole('heading', { name: 'Sign in with your school account' })
})

it('signs out without confirmation without unsent work', async () => {
  await openDesk()
  await findFeedback()
  await chooseSignOut()
  await screen.findByRole('heading', { name: 'Sign in with your school account' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('links to each draft that a sign-out would delete', async () => {
  const { router } = await renderApp({ as: 'albrecht', at: '/chats/1' })
  await userEvent.type(await screen.findByRole('textbox', { name: /^Message/ }), 'Half a message')
  await router.navigate(paths.newHomework(1))
  await userEvent.type(await screen.findByRole('textbox', { name: /^Task/ }), 'Half a task')
  await router.navigate(paths.timetable(1))
  await chooseSignOut()
  const dialog = await screen.findByRole('dialog', { name: 'Sign out and lose this?' })
  within(dialog).getByText('2 drafts that have not been sent yet')
  await within(dialog).findByRole('link', { name: 'Message in a chat' })
  await userEvent.click(await within(dialog).findByRole('link', { name: 'Homework' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/classes/1/homework/new'))
  expect(screen.queryByRole('dialog', { name: 'Sign out and lose this?' })).toBeNull()
  const task = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Task/ })
  expect(task.value).toBe('Half a task')
})
