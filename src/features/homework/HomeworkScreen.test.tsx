import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../../testing/renderApp.tsx'

const at = '/classes/1/homework'
const list = (name = 'Homework') => screen.findByRole('table', { name })
const row = (name: string | RegExp) => screen.findByRole('row', { name })
const group = (name: string) => screen.findByRole('heading', { level: 2, name })
const filter = () => screen.getByRole('searchbox', { name: 'Filter homework' })

function recordRequests() {
  const requests: string[] = []
  return {
    getSubmissionRequests: () => requests.filter(path => path.endsWith('/submissions')),
    respond: (request: Request) => void requests.push(new URL(request.url).pathname),
  }
}
const errorBody = '{"error":{"name":"E","message":"no","code":500}}'
const refuse = (status: number) => new Response(errorBody, { status })

describe('the list', () => {
  it('shows subject, due time and progress in groups', async () => {
    await renderApp({ as: 'albrecht', at })
    await group('Overdue marking 1')
    await group('Due today 1')
    await group('Next 7 days 3')
    await group('Later 1')
    const fractions = await row(/^Maths ?Fractions p. 42.*Friday 13 November 2026, 08:50/)
    within(fractions).getByRole('button', { name: '9 missing' })
    within(fractions).getByRole('button', { name: '16 to mark' })
    within(fractions).getByRole('button', { name: '3 marked' })
    within(fractions).getByText('Fri 13 Nov')
    const mark = within(fractions).getByRole('link', { name: 'Mark 16 of “Fractions p. 42”' })
    expect(mark.getAttribute('href')).toBe('/classes/1/homework/1/submissions')
    within(await row(/Poster/)).getByText('Today 11:50')
    within(await row(/Questions on the source/)).getByText('Tomorrow 14:10')
    within(await row(/Write-up/)).getByText('Thu 3 Dec')
    screen.getByText('6 of 9')
    await screen.findByRole('columnheader', { name: 'Of 28 pupils' })
  })

  it('opens the desk for correctors, otherwise the task', async () => {
    await renderApp({ as: 'albrecht', at })
    const link = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
    expect(await link('Fractions p. 42')).toBe('/classes/1/homework/1/submissions')
    expect(await link('Questions on the source, p. 61')).toBe('/classes/1/homework/6')
  })

  it('expands past homework, in the URL', async () => {
    const { router } = await renderApp({ as: 'albrecht', at })
    const pastButton = await screen.findByRole('button', { name: 'Past 3' })
    expect(pastButton.getAttribute('aria-expanded')).toBe('false')
    await userEvent.click(pastButton)
    await row(/Read chapter 4/)
    screen.getByText('9 of 9')
    expect(router.state.location.search).toBe('?past=open')
    await userEvent.click(screen.getByRole('button', { name: 'Past 3' }))
    await waitFor(() => expect(screen.queryByRole('row', { name: /Read chapter 4/ })).toBeNull())
    expect(router.state.location.search).toBe('')
  })

  it('shows 50 of 1,000 rows, and more on request', async () => {
    const { service, router } = await renderApp({ as: 'albrecht' })
    const now = new Date(service.clock()).toISOString()
    const template = {
      course_id: 1,
      note: '',
      due_at: '2026-09-01T06:00:00.000Z',
      is_submissionable: 0 as const,
    }
    for (let hundred = 0; hundred < 10; hundred++) {
      await service.db
        .insertInto('homeworks')
        .values(
          Array.from({ length: 100 }, (_, index) => ({
            ...template,
            lesson_id: 1,
            text: `No. ${hundred * 100 + index}`,
            points: null,
            created_at: now,
          })),
        )
        .execute()
    }
    await act(() => router.navigate(at))
    await userEvent.click(await screen.findByRole('button', { name: 'Past 1,003' }))
    await screen.findByText('1009 of 1009')
    expect(document.querySelectorAll('[data-homework]').length).toBe(56)
    await userEvent.click(screen.getByRole('button', { name: 'Show 50 more of 953' }))
    expect(document.querySelectorAll('[data-homework]').length).toBe(106)
  })
})

describe('filter and order', () => {
  it('filters by text and subject, in the URL', async () => {
    const { router } = await renderApp({ as: 'albrecht', at })
    await list()
    await userEvent.type(filter(), 'fractions')
    await screen.findByText('3 of 9')
    expect(router.state.location.search).toBe('?find=fractions')
    await row(/Fractions p. 38/)
    await userEvent.clear(filter())
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Subject' }), 'Biology')
    await screen.findByText('1 of 9')
    expect(router.state.location.search).toMatch(/^\?subject=\d+$/)
    await userEvent.type(filter(), 'xyz')
    await screen.findByRole('heading', { name: 'No homework matches' })
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }))
    await screen.findByText('6 of 9')
    expect(router.state.location.search).toBe('')
  })

  it('restores filter and order from the URL', async () => {
    await renderApp({ as: 'albrecht', at: `${at}?find=fractions&sort=subject` })
    await group('Maths 2')
    expect(filter()).toHaveProperty('value', 'fractions')
    expect(screen.getByRole('combobox', { name: 'Order' })).toHaveProperty('value', 'subject')
  })

  it('sorts by the number of submissions to mark', async () => {
    await renderApp({ as: 'albrecht', at })
    await group('Overdue marking 1')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Most to mark first')
    await group('To mark 2')
    const names = [...(await list()).querySelectorAll('[data-open]')].map(link => link.textContent)
    expect(names.slice(0, 2)).toEqual(['Fractions p. 42', 'Fractions p. 45, 2 and 4'])
  })
})

describe('the numbers', () => {
  it('need no requests', async () => {
    const { getSubmissionRequests, respond } = recordRequests()
    const { api } = await renderApp({ as: 'albrecht', at: `${at}?past=open`, respond })
    await row(/Read chapter 4/)
    await waitFor(() => expect(api.queryClient.isFetching()).toBe(0))
    expect(getSubmissionRequests()).toEqual([])
  })

  it('call work that is not due yet not missing', async () => {
    await renderApp({ as: 'albrecht', at })
    const later = await row(/Fractions p. 45/)
    within(later).getByRole('button', { name: /^\d+ not yet$/ })
    expect(within(later).queryByText(/missing/)).toBeNull()
  })

  it('are not shown to pupils', async () => {
    const { getSubmissionRequests, respond } = recordRequests()
    await renderApp({ as: 'sommer', at, respond })
    await userEvent.click(await screen.findByRole('button', { name: 'Past 1' }))
    await row(/Read chapter 4/)
    expect(screen.queryByRole('columnheader', { name: 'Marked' })).toBeNull()
    expect(screen.queryByRole('link', { name: /New homework|^Mark/ })).toBeNull()
    expect(screen.queryByRole('button', { name: /^More for/ })).toBeNull()
    await userEvent.keyboard('n')
    expect(getSubmissionRequests()).toEqual([])
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('errors and empty lists', () => {
  it('shows the reason and a retry button', async () => {
    let isDown = true
    await renderApp({
      as: 'albrecht',
      at,
      respond: request => (isDown && request.url.endsWith('/homeworks') ? refuse(403) : undefined),
    })
    await screen.findByRole('heading', { name: 'The homework could not be loaded' })
    screen.getByText('The school’s service refused this: “no”')
    isDown = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await row(/Fractions p. 42/)
  })

  it('reports an invalid entry', async () => {
    await renderApp({
      as: 'albrecht',
      at,
      respond: request =>
        request.url.endsWith('/homeworks')
          ? Response.json([
              { id: 'x' },
              {
                id: 4,
                course_id: 1,
                lesson_id: 1,
                text: 'Readable',
                note: null,
                until_datetime: '2026-11-19',
                can_edit: false,
                is_submissionable: false,
              },
            ])
          : undefined,
    })
    await row(/Readable/)
    screen.getByText('1 entry could not be read and is not shown.')
    screen.getByText('Tomorrow')
  })

  it('offers new homework in an empty class', async () => {
    await renderApp({
      as: 'albrecht',
      at,
      respond: request => (request.url.endsWith('/homeworks') ? Response.json([]) : undefined),
    })
    await screen.findByRole('heading', { name: 'No homework in this class yet' })
    expect((await screen.findAllByRole('link', { name: 'New homework' })).length).toBeGreaterThan(0)
  })
})

it('supports the keyboard', async () => {
  const { router } = await renderApp({ as: 'albrecht', at })
  await screen.findByRole('button', { name: 'Past 3' })
  await userEvent.keyboard('jj')
  expect(document.activeElement?.textContent).toBe('Poster: the food web of a pond')
  await userEvent.keyboard('k')
  expect(document.activeElement?.textContent).toBe('Fractions p. 42')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('Questions on the source, p. 61')
  await userEvent.keyboard('/')
  expect(document.activeElement).toBe(filter())
  await userEvent.keyboard('x{Escape}{Escape}')
  await userEvent.keyboard('j{Enter}')
  const desk = '/classes/1/homework/1/submissions'
  await waitFor(() => expect(router.state.location.pathname).toBe(desk))
})

it('is translated to German', async () => {
  await renderApp({ as: 'albrecht', at, language: 'de' })
  await group('Überfällige Korrekturen 1')
  await screen.findByText('9 ohne Abgabe')
  screen.getByText('Heute 11:50')
  screen.getByRole('columnheader', { name: 'Von 28' })
})

describe('with a service without a list of homework', () => {
  it('opens homework by number and remembers the number', async () => {
    const first = await renderApp({ as: 'albrecht', at, documentedOnly: true })
    const number = await screen.findByRole('textbox', { name: 'Number of the homework' })
    await userEvent.type(number, 'one{Enter}')
    screen.getByText('A homework number is a whole number, 1 or more.')
    await userEvent.clear(number)
    await userEvent.type(number, '4711{Enter}')
    await screen.findByText('There is no homework no. 4711 in this class, or you don’t have access to it.')
    await userEvent.clear(number)
    await userEvent.type(number, '1{Enter}')
    const found = await row(/Fractions p. 42/)
    expect(localStorage.getItem(`staffroom:${idOf(first)}:homework:1`)).toBe('[1]')
    await userEvent.click(within(found).getByRole('button', { name: 'More for “Fractions p. 42”' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove from this list' }))
    await waitFor(() => expect(screen.queryByRole('row', { name: /Fractions/ })).toBeNull())
  })
})

const idOf = ({ session }: { session: { state: () => object } }) => {
  const state = session.state()
  return 'user' in state && typeof state.user === 'object' && state.user && 'id' in state.user
    ? state.user.id
    : 0
}
