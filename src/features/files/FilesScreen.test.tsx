import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderApp } from '../../testing/renderApp.tsx'
import { stubElementSizes } from '../../testing/stubElementSizes.ts'

const fractions = '/classes/1/files/3'
const findGrid = (name: string | RegExp) => screen.findByRole('grid', { name })
const getRow = (name: string) => screen.getByRole('link', { name }).closest<HTMLElement>('[role="row"]')
const getNames = () =>
  [...document.querySelectorAll('[data-entry] a')].map(link =>
    (link.querySelector('[title]') ?? link).getAttribute('title'),
  )
const getFocusedName = () => document.activeElement?.querySelector('a [title]')?.getAttribute('title')

stubElementSizes()
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1000)
  const media = window.matchMedia
  vi.spyOn(window, 'matchMedia').mockImplementation(query => ({
    ...media(query),
    matches: query.startsWith('(min-width'),
  }))
})

it('shows a single file to a colleague who is not in the class', async () => {
  const { api, router, service } = await renderApp({ as: 'kern', at: '/day' })
  const { id } = await service.db
    .selectFrom('files')
    .select('id')
    .where('name', '=', 'fraction-wall.png')
    .where('course_id', '=', 1)
    .executeTakeFirstOrThrow()
  const open = () => router.navigate(`/classes/1/files?file=${id}`)
  await open()
  await screen.findByText('The files could not be loaded')
  expect(screen.queryByRole('button', { name: 'Upload' })).toBeNull()

  const token = await service.signIn('albrecht')
  const { id: user_id } = await service.db
    .selectFrom('users')
    .select('id')
    .where('login', '=', 'kern')
    .executeTakeFirstOrThrow()
  const body = { resource_ids: { file_id: id }, target_ids: { user_id } }
  expect((await service.send('POST', '/api/v2/permissions', { token, body })).status).toBe(200)
  await api.queryClient.invalidateQueries()
  await screen.findByText(/^You have access to this file only\./)
  await findGrid(/, 1 entry$/)
  expect(getNames()).toEqual(['fraction-wall.png'])
  expect(screen.queryByRole('button', { name: 'Upload' })).toBeNull()
  expect(screen.queryByText('The files could not be loaded')).toBeNull()
})

describe('a folder', () => {
  it('sorts by column, and filters subfolders too', async () => {
    const { router } = await renderApp({ as: 'albrecht', at: fractions })
    await findGrid('Fractions, 10 entries')
    expect(getNames().slice(0, 4)).toEqual(['Solutions', 'Tests', 'board-examples.jpg', 'fraction-wall.png'])
    screen.getByText('2 folders, 8 files')
    const row = within(getRow('fraction-wall.png') ?? document.body)
    row.getByTitle('Wednesday 18 November 2026, 08:40')
    within(getRow('Solutions') ?? document.body).getAllByText(/^6 items/)

    const sortBySize = async (sorted: string) => {
      await userEvent.click(screen.getByRole('button', { name: 'Size' }))
      await waitFor(() =>
        expect(screen.getByRole('columnheader', { name: 'Size' }).getAttribute('aria-sort')).toBe(sorted),
      )
    }
    await sortBySize('ascending')
    await sortBySize('descending')
    expect(router.state.location.search).toBe('?sort=-size')
    expect(getNames().slice(0, 3)).toEqual(['Solutions', 'Tests', 'board-examples.jpg'])

    await userEvent.type(screen.getByRole('searchbox', { name: 'Filter' }), 'FRACTIONS')
    await screen.findByText(/^2 of 10 here/)
    expect(getNames().slice(0, 2)).toEqual(['fractions-p42.pdf', 'fractions-p44.pdf'])
    expect(router.state.location.search).toContain('find=FRACTIONS')
    await userEvent.clear(screen.getByRole('searchbox', { name: 'Filter' }))
    await userEvent.type(screen.getByRole('searchbox', { name: 'Filter' }), 'nothing like it')
    await screen.findByText('Nothing matches “nothing like it”')
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }))
    await findGrid('Fractions, 10 entries')
  })

  it('is navigated, selected and previewed by keyboard', async () => {
    const { router } = await renderApp({ as: 'albrecht', at: '/classes/1/files/2' })
    await findGrid(/^Maths, /)
    await userEvent.keyboard('{ArrowDown}')
    expect(getFocusedName()).toBe('Angles')
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await findGrid('Fractions, 10 entries')
    expect(router.state.location.pathname).toBe(fractions)
    await waitFor(() => expect(getFocusedName()).toBe('Solutions'))
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
    await screen.findByText('3 selected')
    expect(getRow('fraction-wall.png')?.getAttribute('aria-selected')).toBe('true')
    await userEvent.keyboard('x')
    screen.getByText('2 selected')
    await userEvent.keyboard('{Control>}a{/Control}')
    screen.getByText('10 selected')
    await userEvent.keyboard('{Delete}{Escape}')
    expect(screen.queryByText(/ selected$/)).toBeNull()
    await userEvent.keyboard('{End}{ArrowUp}{ArrowUp} ')
    await screen.findByRole('complementary', { name: /^Preview of .*notes-for-substitutes.txt/ })
    expect([getFocusedName(), router.state.location.search]).toEqual([
      'notes-for-substitutes.txt',
      '?file=30',
    ])
    await userEvent.keyboard(' ')
    await waitFor(() => expect(screen.queryByRole('complementary', { name: /^Preview/ })).toBeNull())
    await userEvent.keyboard('{Backspace}')
    await findGrid(/^Maths, /)
    await waitFor(() => expect(getFocusedName()).toBe('Fractions'))
  })

  it('supports selection with Ctrl and Shift', async () => {
    const { router } = await renderApp({ as: 'albrecht', at: fractions })
    await findGrid('Fractions, 10 entries')
    const link = (name: string) => screen.getByRole('link', { name })
    const user = userEvent.setup()
    await user.keyboard('{Control>}')
    await user.click(link('fractions-p42.pdf'))
    await user.keyboard('{/Control}')
    screen.getByText('1 selected')
    const folder = within(screen.getByRole('region', { name: 'Fractions' }))
    const access = folder.getByRole('link', { name: 'Access' })
    expect(access.getAttribute('href')).toBe(`${fractions}?access=file_id.25`)
    await user.keyboard('{Shift>}')
    await user.click(link('board-examples.jpg'))
    await user.keyboard('{/Shift}')
    screen.getByText('3 selected')
    expect(router.state.location.search).toBe('')
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    await screen.findByRole('dialog', { name: 'Delete 3 entries?' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Delete'))
    await user.click(screen.getByRole('button', { name: 'Actions for “points-term-1.csv”' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await screen.findByRole('dialog', { name: 'Delete this file?' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(getFocusedName()).toBe('points-term-1.csv'))
  })
})

it('creates a folder once, and reports an invalid name', async () => {
  const posts: string[] = []
  await renderApp({
    as: 'albrecht',
    at: fractions,
    respond: request => {
      if (request.method === 'POST' && request.url.endsWith('/files')) posts.push(request.url)
      return undefined
    },
  })
  await findGrid('Fractions, 10 entries')
  await userEvent.keyboard('n')
  const dialog = within(await screen.findByRole('dialog', { name: 'New folder' }))
  const name = dialog.getByRole('textbox', { name: 'Name' })
  const create = dialog.getByRole('button', { name: 'Create folder' })
  await userEvent.click(create)
  dialog.getByText('Enter a name for the folder.')
  await userEvent.type(name, 'a/b{Enter}')
  dialog.getByText('A name can’t have slashes or be “.” or “..”.')
  await userEvent.clear(name)
  await userEvent.type(name, 'tests{Enter}')
  dialog.getByText('This folder already has “tests”.')
  await userEvent.clear(name)
  await userEvent.type(name, ' Stations ')
  await userEvent.dblClick(create)
  await findGrid('Fractions, 11 entries')
  await waitFor(() => expect(getFocusedName()).toBe('Stations'))
  expect(posts).toHaveLength(1)
})

describe('a folder without entries to show', () => {
  it('reports a missing folder, and has no write actions', async () => {
    const { router } = await renderApp({ as: 'sommer', at: fractions })
    await findGrid('Fractions, 10 entries')
    expect(screen.queryByRole('button', { name: /New folder|Upload/ })).toBeNull()
    await userEvent.click(screen.getAllByRole('checkbox', { name: 'Select all' })[0] ?? document.body)
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
    await router.navigate('/classes/1/files/4711')
    await screen.findByText('This folder can’t be found')
    await userEvent.click(screen.getByRole('link', { name: 'All class files' }))
    await findGrid(/^Class files, /)
    expect(router.state.location.pathname).toBe('/classes/1/files')
    // A file ID instead of a folder ID.
    await router.navigate('/classes/1/files/24')
    await findGrid('Fractions, 10 entries')
    expect(router.state.location.search).toBe('?file=24')
  })

  it('shows why loading failed, or that the class is empty', async () => {
    let isRefused = true
    await renderApp({
      as: 'kern',
      at: '/classes/4/files',
      respond: request =>
        isRefused && request.url.includes('/files')
          ? new Response('{"error":{"name":"E","message":"no","code":403}}', { status: 403 })
          : undefined,
    })
    await screen.findByText('The files could not be loaded')
    isRefused = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('No files in this class yet')
    // Both buttons use one file input.
    screen.getByLabelText('Choose files to upload')
    expect(screen.getAllByRole('button', { name: 'Upload' })).toHaveLength(2)
  })
})
