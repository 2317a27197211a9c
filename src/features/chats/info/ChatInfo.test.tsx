import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderApp } from '../../../testing/renderApp.tsx'

async function openInfo(name: string) {
  await screen.findByRole('textbox', { name: /Message/ })
  const button = await screen.findByRole('button', { name: 'Chat info' })
  await act(async () => {
    button.focus()
    button.click()
  })
  return { button, dialog: await screen.findByRole('dialog', { name: `About ${name}` }) }
}

it('shows rules, people and files', async () => {
  await renderApp({ as: 'albrecht', at: '/chats/1' })
  const { button, dialog } = await openInfo('Class 8b')
  within(dialog).getByText('Everyone with write access')
  await within(dialog).findByRole('heading', { name: 'People 31' })
  const people = within(dialog).getByRole('list', { name: 'People' })
  expect(within(people).getAllByRole('listitem')[0]?.textContent).toMatch(/Jana Albrecht you Admin$/)
  await userEvent.type(within(dialog).getByRole('searchbox', { name: 'Search people' }), 'sommer')
  await waitFor(() => expect(within(people).getAllByRole('listitem')).toHaveLength(1))
  within(people).getByText('Write')

  const files = await within(dialog).findByRole('list', { name: 'Files' })
  const form = within(files).getByRole('button', { name: /^Show museum-trip-form\.pdf/ })
  expect(form.textContent).toMatch(/Omar Ruiz, 17 Nov 2026$/)
  within(files).getByRole('button', { name: 'Download museum-trip-form.pdf' })
  await userEvent.click(within(files).getByRole('button', { name: /^Show vocabulary\.jpg/ }))
  await screen.findByRole('dialog', { name: 'Files of Class 8b' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(button)
})

it('shows why the people can’t be loaded', async () => {
  await renderApp({
    as: 'sommer',
    at: '/chats/1',
    respond: request =>
      new URL(request.url).pathname === '/api/v2/permissions'
        ? new Response('{"error":{"name":"forbidden","message":"no","code":403}}', { status: 403 })
        : undefined,
  })
  const { dialog } = await openInfo('Class 8b')
  await within(dialog).findByText(/could not be loaded\. The school’s service refused this: “no”/)
  within(dialog).getByRole('heading', { name: 'People 31' })
})

it('focuses the first new row after “Show more”', async () => {
  const grants = Array.from({ length: 130 }, (_, at) => ({
    id: at + 1,
    resource_ids: { chat_id: 1 },
    target: {
      ids: { user_id: 1000 + at },
      type: 'user',
      name: `Person ${1000 + at}`,
      display_name: `Person ${1000 + at}`,
      image: null,
      targets_multiple_users: false,
    },
    is_write: true,
    is_admin: false,
    given_by_user_id: null,
    given_at: '2026-09-01 08:00:00',
  }))
  await renderApp({
    as: 'albrecht',
    at: '/chats/1',
    respond: request =>
      new URL(request.url).pathname === '/api/v2/permissions' ? Response.json(grants) : undefined,
  })
  const { dialog } = await openInfo('Class 8b')
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Show 30 more' }))
  expect(document.activeElement?.textContent).toMatch(/Person 1100/)
  expect(screen.queryByRole('button', { name: /^Show .* more$/ })).toBeNull()
})
