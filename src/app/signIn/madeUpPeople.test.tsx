import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { seedPeople } from '../../school/people.ts'
import { type RenderOptions, renderApp } from '../../testing/renderApp.tsx'
import type { Demo } from '../AppContext.tsx'

const madeUpPeople = seedPeople.slice(0, 3)
/** Home screen of pupils. */
const timetable = () => screen.findByRole('heading', { level: 1, name: 'Timetable' })
/** Home screen of teachers. */
const day = () => screen.findByRole('heading', { level: 1, name: 'My day' })
const authorizePage = '/auth/oauth2/authorize?client_id=staffroom&scopes=me'

/** The demo's part of the app. `peopleToday` returns the given numbers. */
const demoWith = (peopleToday: Demo['peopleToday']): Demo => ({
  openReason: 'new',
  reset: async () => {},
  portraits: Object.fromEntries(madeUpPeople.map(({ login }) => [login, `/${login}.svg`])),
  peopleToday,
})
const today = [
  { login: 'albrecht', classes: ['8b', '6c'], count: 16 },
  { login: 'sommer', classes: ['8b'], count: 2 },
  { login: 'ruiz', classes: ['8b', '10a', '6c', '5a'], count: 0 },
]
const demo = demoWith(async () => today)

/** Renders the app and records the bodies and paths of requests. */
async function renderRecorded(options: RenderOptions) {
  const requests: { path: string; body: Record<string, string> }[] = []
  const rendered = await renderApp({
    madeUpPeople,
    ...options,
    respond: async request => {
      const body = request.method === 'POST' ? await request.clone().json() : {}
      requests.push({ path: `${request.method} ${new URL(request.url).pathname}`, body })
      return options.respond?.(request)
    },
  })
  return { ...rendered, requests }
}

describe('with a made-up school', () => {
  it('signs in with one click, with state', async () => {
    const { requests } = await renderRecorded({ at: '/settings/tokens' })
    await userEvent.click(await screen.findByRole('button', { name: /^Jana Albrecht/ }))
    await screen.findByRole('heading', { level: 1, name: 'Personal access tokens' })
    const [decision, exchange] = requests.filter(({ path }) => path.startsWith('POST '))
    expect([decision?.path, exchange?.path]).toEqual(['POST /auth/oauth2/decision', 'POST /session'])
    expect(decision?.body).toMatchObject({ decision: 'allow', login: 'albrecht', client_id: 'staffroom' })
    expect(decision?.body.state).toMatch(/^[\w-]{43}$/)
    expect(exchange?.body.state).toBe(decision?.body.state)
  })

  it('grants access to a listed person with one click', async () => {
    await renderRecorded({})
    await userEvent.click(await screen.findByRole('button', { name: 'Continue to school.example' }))
    await screen.findByLabelText('Password')
    await userEvent.click(screen.getByRole('button', { name: /^Mika Sommer/ }))
    await timetable()
    await screen.findByRole('button', { name: /Mika Sommer/ })
  })

  it('shows why the service refuses, and lets another user sign in', async () => {
    let isBusy = true
    await renderRecorded({
      respond: request =>
        isBusy && request.url.endsWith('/decision')
          ? Response.json(
              { error: { name: 'disk_full', message: 'The disk is full.', code: 503 } },
              { status: 503 },
            )
          : undefined,
    })
    await userEvent.click(await screen.findByRole('button', { name: /^Jana Albrecht/ }))
    await screen.findByRole('alert')
    isBusy = false
    await userEvent.click(screen.getByRole('button', { name: /^Omar Ruiz/ }))
    await day()
  })

  it('lists its people after the session ended', async () => {
    const { endSession, api } = await renderRecorded({ as: 'albrecht', at: '/settings/tokens' })
    await screen.findByRole('heading', { level: 1, name: 'Personal access tokens' })
    endSession()
    void api.queryClient.refetchQueries()
    const dialog = await screen.findByRole('dialog', { name: 'You were signed out' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Sign in again' }))
    await userEvent.click(await within(dialog).findByRole('button', { name: /^Jana Albrecht/ }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    screen.getByRole('heading', { level: 1, name: 'Personal access tokens' })
  })
})

it.each(['/sign-in', authorizePage])('lists no people on %s if the school is not made up', async at => {
  await renderApp({ at })
  await screen.findByText('Your name and picture')
  for (const { name } of seedPeople) expect(screen.queryByText(name)).toBeNull()
  expect(screen.queryByText(/staffroom-demo/)).toBeNull()
})

describe('in the demo', () => {
  it('shows today’s tasks per person', async () => {
    await renderRecorded({ demo })
    const lines = async () => {
      const rows = await within(await screen.findByRole('main')).findAllByRole('listitem')
      return rows.map(row => row.textContent)
    }
    await screen.findByText('16 to mark')
    expect(await lines()).toEqual([
      'Jana Albrecht Teacher 8b and 6c, Wednesday, 16 to mark',
      'Mika Sommer Pupil in 8b 2 tasks due this week',
      'Omar Ruiz Teacher 8b, 10a and 2 more, Wednesday, nothing to mark',
    ])
    expect(screen.getByRole('main').querySelectorAll('img[alt=""]')).toHaveLength(3)
  })

  it('fetches the numbers on every visit', async () => {
    let count = 5
    const { session } = await renderRecorded({
      demo: demoWith(async () => [{ login: 'albrecht', classes: ['8b'], count }]),
    })
    await screen.findByText('5 to mark')
    await userEvent.click(screen.getByRole('button', { name: /^Jana Albrecht/ }))
    await day()
    count = 4
    await session.signOut()
    await screen.findByText('4 to mark')
  })

  it('announces the sign-in and ignores further clicks', async () => {
    const release = Promise.withResolvers<void>()
    const { requests } = await renderRecorded({
      demo,
      respond: async request => {
        if (request.url.endsWith('/decision')) await release.promise
        return undefined
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: /^Jana Albrecht/ }))
    await screen.findByText('Signing you in')
    const other = screen.getByRole('button', { name: /^Omar Ruiz/ })
    expect(other.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(other)
    release.resolve()
    await day()
    expect(requests.filter(({ path }) => path === 'POST /auth/oauth2/decision')).toHaveLength(1)
  })

  it('signs in before the numbers are loaded', async () => {
    await renderRecorded({ demo: demoWith(() => Promise.reject(new Error('no database'))) })
    await userEvent.click(await screen.findByRole('button', { name: 'Mika Sommer Pupil in 8b' }))
    await timetable()
    await screen.findByRole('button', { name: /Mika Sommer.*account/i })
  })

  it('returns after declining at the password page', async () => {
    await renderRecorded({ demo })
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in with a password' }))
    await userEvent.type(await screen.findByLabelText('Login name'), 'tanaka')
    await userEvent.click(screen.getByRole('button', { name: 'Decline' }))
    expect((await screen.findByRole('alert')).textContent).toContain('You declined.')
    await screen.findByRole('heading', { level: 1, name: 'Sign in to the demo' })
  })

  it('switches the person in the bar, except on the sign-in page', async () => {
    await renderRecorded({ demo })
    await screen.findByText('16 to mark')
    const bar = await screen.findByRole('complementary', { name: 'Demo' })
    expect(within(bar).getAllByRole('button')).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: /^Jana Albrecht/ }))
    await day()
    await userEvent.click(await within(bar).findByRole('button', { name: 'pupil' }))
    await screen.findByRole('button', { name: /Mika Sommer.*account/i })
    await timetable()
  })
})
