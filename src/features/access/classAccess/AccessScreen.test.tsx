import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../../../testing/renderApp.tsx'
import { stubElementSizes } from '../../../testing/stubElementSizes.ts'

stubElementSizes()

const people = () => screen.findByRole('complementary', { name: 'People' })
const personLink = async (name: RegExp) => within(await people()).findByRole('link', { name })
/** An item of the chosen person. */
const item = (name: string | RegExp) => screen.findByRole('group', { name })

function recordRequests() {
  const requests: string[] = []
  return {
    requests,
    permissions: () => requests.filter(path => path.endsWith('/permissions')),
    respond: (request: Request) => {
      requests.push(new URL(request.url).pathname)
      return undefined
    },
  }
}

describe('the access screen of a class', () => {
  it('loads all grants in one request', async () => {
    const { permissions, respond } = recordRequests()
    const { router } = await renderApp({ as: 'albrecht', at: '/classes/1/access', respond })
    await screen.findByRole('heading', { name: 'Choose a person' })
    const own = await personLink(/Jana Albrecht/)
    expect(own.textContent).toMatch(/Only admin of \d+ of \d+/)
    await userEvent.click(await personLink(/Omar Ruiz/))
    await waitFor(() => expect(router.state.location.search).toMatch(/^\?person=user\.\d+$/))
    const detail = await screen.findByRole('region', { name: 'Omar Ruiz' })
    within(detail).getByText(/^Teacher\. Access to \d+ items\.$/)
    within(detail).getByRole('heading', { name: /^Subjects \d+$/ })
    expect(permissions()).toEqual(['/api/v2/courses/1/permissions'])
    await act(() => router.navigate(-1))
    await screen.findByRole('heading', { name: 'Choose a person' })
  })

  it('moves the focus with arrow keys, Home and End', async () => {
    await renderApp({ as: 'albrecht', at: '/classes/1/access' })
    const field = await screen.findByRole('searchbox', { name: 'Search people' })
    await userEvent.type(field, 'mika')
    await waitFor(async () => expect(within(await people()).getAllByRole('link')).toHaveLength(1))
    await userEvent.clear(field)
    await personLink(/Omar Ruiz/)
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Jana Albrecht'))
    const first = document.activeElement
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(document.activeElement).not.toBe(first))
    await userEvent.keyboard('{Home}')
    await waitFor(() => expect(document.activeElement).toBe(first))
    await userEvent.keyboard('{ArrowUp}')
    await waitFor(() => expect(document.activeElement).toBe(field))
  })

  it('links to a person before the search is debounced', async () => {
    await renderApp({ as: 'albrecht', at: '/classes/1/access' })
    const field = await screen.findByRole('searchbox', { name: 'Search people' })
    await personLink(/Omar Ruiz/)
    fireEvent.change(field, { target: { value: 'ruiz' } })
    const [link] = within(await people()).getAllByRole('link')
    expect(link?.getAttribute('href')).toContain('find=ruiz')
  })

  it('unfolds the people without an admin role', async () => {
    await renderApp({ as: 'albrecht', at: '/classes/1/access' })
    const pupils = await within(await people()).findByRole('region', { name: 'Pupils' })
    expect(within(pupils).queryAllByRole('link')).toEqual([])
    await userEvent.click(within(pupils).getByRole('button', { name: /no admin role$/ }))
    const [first] = await within(pupils).findAllByRole('link')
    expect(first?.textContent).toMatch(/Writes in \d+|Reads \d+/)
    await userEvent.click(within(pupils).getByRole('button', { name: /^Hide \d+/ }))
    await waitFor(() => expect(within(pupils).queryAllByRole('link')).toEqual([]))
  })

  it('filters the items of which the person is the only admin', async () => {
    const { router } = await renderApp({ as: 'albrecht', at: '/classes/1/access?person=user.1' })
    const detail = await screen.findByRole('region', { name: 'Jana Albrecht' })
    const notice = await within(detail).findByText(/^If you left, \d+ items would have no admin$/)
    const count = /\d+/.exec(notice.textContent ?? '')?.[0]
    await userEvent.click(within(detail).getByRole('radio', { name: `Only admin ${count}` }))
    await waitFor(() => expect(router.state.location.search).toContain('only=admin'))
    await waitFor(() => {
      const rows = within(detail).getAllByRole('group')
      expect(rows.every(row => row.textContent?.includes('Only admin'))).toBe(true)
    })
  })

  it('asks before it demotes the last admin', async () => {
    const { router, service } = await renderApp({ as: 'albrecht', at: '/classes/1/access?person=user.2' })
    const row = await item('Fractions p. 42')
    await userEvent.click(within(row).getByRole('button', { name: 'Role for Fractions p. 42: Write' }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: /^Read/ }))
    await within(await item('Fractions p. 42')).findByRole('button', {
      name: 'Role for Fractions p. 42: Read',
    })
    const stored = () =>
      service.db
        .selectFrom('permissions')
        .select('is_write')
        .where('resource_field', '=', 'todo_id')
        .where('resource_id', '=', 1)
        .where('user_id', '=', 2)
        .executeTakeFirstOrThrow()
    await waitFor(async () => expect((await stored()).is_write).toBe(0))
    // In jsdom, which has no layout, a longer list shows no rows.
    await act(() => router.navigate('/classes/1/access?person=user.1&within=Fractions+p.+42'))
    await screen.findByRole('region', { name: 'Jana Albrecht' })
    const own = await item('Fractions p. 42')
    await userEvent.click(within(own).getByRole('button', { name: 'Role for Fractions p. 42: Admin' }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: /^Write/ }))
    await screen.findByRole('dialog', { name: 'Without an admin, this homework is deleted' })
  })

  it('stores item and filter in the URL', async () => {
    const { router } = await renderApp({ as: 'albrecht', at: '/classes/1/access?view=items' })
    await screen.findByRole('heading', { name: 'Choose an item' })
    const items = await screen.findByRole('complementary', { name: 'Items' })
    const chats = () => within(items).getByRole('heading', { name: /^Your chats/ }).textContent
    const all = chats()
    await userEvent.click(within(items).getByRole('radio', { name: 'Only one admin' }))
    await waitFor(() => expect(chats()).not.toBe(all))
    await userEvent.click(within(items).getByRole('link', { name: /Fractions p\. 42/ }))
    const detail = await screen.findByRole('region', { name: 'Fractions p. 42' })
    await within(detail).findByRole('button', { name: 'Role of Omar Ruiz: Write' })
    expect(router.state.location.search).toBe('?view=items&only=admin&item=todo_id.1')
  })

  it('shows pupils the reason without requesting grants', async () => {
    const { permissions, respond } = recordRequests()
    await renderApp({ as: 'sommer', at: '/classes/1/access', respond })
    await screen.findByRole('heading', { name: 'This page is for teachers' })
    expect(screen.getByRole('link', { name: 'Go to the timetable' }).getAttribute('href')).toMatch(
      /^\/classes\/1\/timetable/,
    )
    expect(screen.queryByRole('link', { name: 'Access' })).toBeNull()
    expect(permissions()).toEqual([])
  })
})
