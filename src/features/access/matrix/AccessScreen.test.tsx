import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../../../testing/renderApp.tsx'

const grid = () => screen.findByRole('grid')
/** Header cell of a resource. Header cells of the kinds above it have no link. */
const head = async (name: RegExp) => {
  const link = await within(await grid()).findByRole('link', { name })
  return link.closest('th') ?? fail()
}
const fail = (): never => {
  throw new Error('not there')
}
const allLoaded = () => screen.findByText(/^\d+ items loaded$/)
/** Cell of a person and a resource, found by its column index as screen readers do. */
const cell = async (person: RegExp, resource: RegExp) => {
  const column = (await head(resource)).getAttribute('aria-colindex')
  const row = within(await grid())
    .getByRole('rowheader', { name: person })
    .closest('tr')
  const found = row?.querySelector<HTMLElement>(`[aria-colindex="${column}"] a`)
  if (!found) throw new Error(`no cell of ${person} under ${resource}`)
  return found
}
const nameOf = (link: HTMLElement) => link.getAttribute('aria-label') ?? link.textContent

describe('the access matrix of a class', () => {
  it('shows roles, filters resources with one admin, is used by keyboard and opens the drawer', async () => {
    const { router } = await renderApp({ as: 'albrecht', at: '/classes/1/access' })
    await allLoaded()
    expect(nameOf(await cell(/^Jana Albrecht/, /^Maths/))).toMatch(/^Admin/)
    expect((await head(/^Art/)).textContent).toContain('Only one admin')
    screen.getByText(/^[1-9]\d* hidden from you$/)

    const only = screen.getByRole('button', { name: /^Only one admin/ })
    const marked = Number(/\d+/.exec(only.textContent ?? '')?.[0])
    await userEvent.click(only)
    await waitFor(() => expect(router.state.location.search).toBe('?admins=one'))
    const table = await grid()
    await waitFor(() => expect(table.getAttribute('aria-colcount')).toBe(String(marked + 1)))
    screen.getAllByText(new RegExp(`${marked} of \\d+ items`))
    await userEvent.click(only)
    await waitFor(() => expect(router.state.location.search).toBe(''))

    // Tab reaches one cell of the grid.
    const reached = () => [...document.querySelectorAll('[data-place][tabindex="0"]')]
    await waitFor(() => expect(table.getAttribute('aria-colcount')).not.toBe(String(marked + 1)))
    await waitFor(() => expect(reached()).toHaveLength(1))
    act(() => document.querySelector<HTMLElement>('[data-place="-1.0"]')?.focus())
    await userEvent.keyboard('{ArrowDown}{ArrowRight}')
    expect(document.activeElement?.getAttribute('data-place')).toBe('0.1')
    await userEvent.keyboard('{Home}')
    expect(document.activeElement?.textContent).toContain('Jana Albrecht')
    await userEvent.keyboard('{Control>}{End}{/Control}')
    expect(reached()).toEqual([document.activeElement])
    await userEvent.keyboard('{Control>}{Home}{/Control}{Enter}')
    await waitFor(() => expect(router.state.location.search).toMatch(/^\?access=lesson_id\.\d+$/))
    const drawer = await screen.findByRole('dialog')
    await userEvent.click(within(drawer).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(document.activeElement?.getAttribute('data-place')).toBe('-1.0'))
  })

  it('filters people and resources by words in the URL, and can be reset', async () => {
    await renderApp({ as: 'albrecht', at: '/classes/1/access?find=omar+maths&kind=subject' })
    await allLoaded()
    const people = within(await grid()).getAllByRole('rowheader')
    expect(people.map(row => row.textContent)).toEqual([expect.stringMatching(/^Teachers/), 'OROmar Ruiz'])
    await head(/^Maths/)
    expect(within(await grid()).queryByRole('link', { name: /^English/ })).toBeNull()
    await userEvent.type(screen.getByRole('searchbox'), ' xyzzy')
    await screen.findByRole('heading', { name: 'Nothing matches' })
    await userEvent.click(screen.getByRole('button', { name: 'Show everything' }))
    await head(/^English/)
  })

  it('is for teachers only: pupils have no link to it and see the reason at its URL', async () => {
    const asked: string[] = []
    await renderApp({
      as: 'sommer',
      at: '/classes/1/access',
      instead: request => {
        asked.push(new URL(request.url).pathname)
        return undefined
      },
    })
    await screen.findByRole('heading', { name: 'This page is for teachers' })
    expect(screen.getByRole('link', { name: 'Go to the timetable' }).getAttribute('href')).toMatch(
      /^\/classes\/1\/timetable/,
    )
    expect(screen.queryByRole('link', { name: 'Access' })).toBeNull()
    expect(asked).not.toContain('/api/v2/permissions')
  })

  it('works with the documented endpoints only, and shows everyone who has access', async () => {
    await renderApp({
      as: 'albrecht',
      at: '/classes/1/access',
      documentedOnly: true,
    })
    await allLoaded()
    screen.getByText(/does not list the people of a class/)
  })
})
