import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderApp } from '../testing/renderApp.tsx'

const getDescription = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent

async function openAuthorizePage() {
  await userEvent.click(await screen.findByRole('button', { name: 'Continue to school.example' }))
  return screen.findByLabelText('Login name')
}

it('signs in and shows the teacher their day', async () => {
  const { router } = await renderApp()
  await userEvent.type(await openAuthorizePage(), 'albrecht')
  await userEvent.type(screen.getByLabelText('Password'), 'staffroom-demo')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in and allow' }))
  await screen.findByRole('heading', { level: 1, name: 'My day' })
  expect(router.state.location.pathname).toBe('/day')
  await screen.findByRole('button', { name: /Jana Albrecht/ })
  expect(JSON.stringify(router.state.location)).not.toContain('code')
})

it('shows a pupil the timetable of the first class', async () => {
  const { router } = await renderApp()
  await userEvent.type(await openAuthorizePage(), 'sommer')
  await userEvent.type(screen.getByLabelText('Password'), 'staffroom-demo{Enter}')
  await screen.findByRole('heading', { level: 1, name: 'Timetable' })
  expect(router.state.location.pathname).toMatch(/^\/classes\/\d+\/timetable$/)
})

it('shows the timetable to a user whose role is unknown', async () => {
  const { router } = await renderApp({
    as: 'albrecht',
    withoutRole: true,
    respond: ({ url }) =>
      new URL(url).pathname.endsWith('/api/v2/me') ? new Response(null, { status: 403 }) : undefined,
  })
  await screen.findByRole('heading', { level: 1, name: 'Timetable' })
  expect(router.state.location.pathname).toMatch(/^\/classes\/\d+\/timetable$/)
})

/** Fills a field without an event, as some password managers do. */
const fillWithoutEvent = (field: HTMLElement, text: string) =>
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)

it('signs in with values filled in without an event', async () => {
  await renderApp()
  fillWithoutEvent(await openAuthorizePage(), 'albrecht')
  fillWithoutEvent(screen.getByLabelText('Password'), 'staffroom-demo')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in and allow' }))
  await screen.findByRole('heading', { level: 1, name: 'My day' })
})

it('returns to the requested page after sign-in', async () => {
  const { router } = await renderApp({ at: '/settings/tokens' })
  await screen.findByRole('button', { name: 'Continue to school.example' })
  expect(router.state.location.search).toBe('?to=%2Fsettings%2Ftokens')
  await userEvent.type(await openAuthorizePage(), 'albrecht')
  await userEvent.type(screen.getByLabelText('Password'), 'staffroom-demo{Enter}')
  await screen.findByRole('heading', { level: 1, name: 'Personal access tokens' })
})

it('reports a wrong password, and keeps the login name', async () => {
  await renderApp()
  const login = await openAuthorizePage()
  await userEvent.type(login, 'albrecht')
  await userEvent.type(screen.getByLabelText('Password'), 'guessed{Enter}')
  await screen.findByText('Incorrect login name or password.')
  expect(login).toHaveProperty('value', 'albrecht')
})

it('reports missing fields', async () => {
  await renderApp()
  await openAuthorizePage()
  await userEvent.click(screen.getByRole('button', { name: 'Sign in and allow' }))
  expect(getDescription(screen.getByLabelText('Login name'))).toBe('Enter your login name.')
  expect(getDescription(screen.getByLabelText('Password'))).toMatch(/Enter your password\./)
})

it('shows a notice after the user declines', async () => {
  await renderApp()
  await openAuthorizePage()
  await userEvent.click(screen.getByRole('button', { name: 'Decline' }))
  expect((await screen.findByRole('alert')).textContent).toContain('You declined.')
  screen.getByRole('button', { name: 'Continue to school.example' })
})

it.each([
  ['a state of somebody else', '?code=c0de&state=notmine'],
  ['no state', '?code=c0de'],
  ['two states', '?code=c0de&state=a&state=b'],
  ['a refusal without a state', '?error=access_denied'],
])('exchanges no code for %s', async (_case, query) => {
  const requests: string[] = []
  const { session } = await renderApp({
    at: `/sign-in/callback${query}`,
    respond: request => {
      requests.push(`${request.method} ${new URL(request.url).pathname}`)
      return undefined
    },
  })
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /This sign-in was not started here\.|That took longer/,
  )
  expect(requests).not.toContain('POST /session')
  expect(session.state().kind).toBe('signedOut')
})

it('refuses a sign-in that took longer than ten minutes', async () => {
  const { service } = await renderApp()
  await userEvent.type(await openAuthorizePage(), 'albrecht')
  await userEvent.type(screen.getByLabelText('Password'), 'staffroom-demo')
  service.advance(11 * 60_000)
  await userEvent.click(screen.getByRole('button', { name: 'Sign in and allow' }))
  expect((await screen.findByRole('alert')).textContent).toContain('That took longer than 10 minutes.')
})

it('shows an error for a redirect URL of another host', async () => {
  const { router } = await renderApp({
    at: '/auth/oauth2/authorize?client_id=staffroom&redirect_uri=https://evil.example/',
  })
  await screen.findByRole('heading', { name: 'This sign-in cannot continue' })
  expect(screen.queryByLabelText('Password')).toBeNull()
  expect(router.state.location.pathname).toBe('/auth/oauth2/authorize')
})

it('says that without scopes the application gets what was allowed before', async () => {
  await renderApp({ at: '/auth/oauth2/authorize?client_id=staffroom&state=x' })
  await screen.findByText('Only what you allowed before.')
})

it('changes to German without a reload', async () => {
  await renderApp({ language: 'de' })
  await screen.findByRole('heading', { level: 1, name: 'Mit dem Schulkonto anmelden' })
  expect(document.documentElement.lang).toBe('de')
  await userEvent.selectOptions(screen.getByLabelText('Sprache'), 'en')
  await screen.findByRole('heading', { level: 1, name: 'Sign in with your school account' })
})

it('keeps the screen for the same user after the session ends', async () => {
  const { session, endSession, router } = await renderApp({ as: 'albrecht', at: '/settings/tokens' })
  const field = await screen.findByLabelText('What is it for?')
  await userEvent.type(field, 'marks script')
  endSession()
  await session.fetch('/api/v2/me')
  expect((await screen.findByRole('dialog', { name: 'You were signed out' })).textContent).toContain(
    'Sign in as Jana Albrecht',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Sign in again' }))
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.type(await dialog.findByLabelText('Login name'), 'albrecht')
  await userEvent.type(dialog.getByLabelText('Password'), 'staffroom-demo{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText('What is it for?')).toBe(field)
  expect(field).toHaveProperty('value', 'marks script')
  expect(router.state.location.pathname).toBe('/settings/tokens')
})

it('completes a navigation that the end of the session interrupted', async () => {
  const { endSession, router } = await renderApp({ as: 'albrecht', at: '/classes/1/timetable' })
  await screen.findAllByRole('button', { name: /Maths/ })
  endSession()
  await act(() => router.navigate('/classes/1/timetable?week=2026-W49'))
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in again' }))
  expect(screen.queryByText('The timetable could not be loaded')).toBeNull()
  await userEvent.type(await screen.findByLabelText('Login name'), 'albrecht')
  await userEvent.type(screen.getByLabelText('Password'), 'staffroom-demo{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await screen.findAllByRole('button', { name: /Maths/ })
})

it('hides the input of the previous user', async () => {
  const { session, endSession, router } = await renderApp({ as: 'albrecht', at: '/settings/tokens' })
  await userEvent.type(await screen.findByLabelText('What is it for?'), 'marks script')
  endSession()
  await session.fetch('/api/v2/me')
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in again' }))
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.type(await dialog.findByLabelText('Login name'), 'ruiz')
  await userEvent.type(dialog.getByLabelText('Password'), 'staffroom-demo{Enter}')
  await screen.findByRole('button', { name: /Omar Ruiz/ })
  await waitFor(() => expect(router.state.location.pathname).toBe('/day'))
  expect(screen.queryByDisplayValue('marks script')).toBeNull()
})

it('reports that the browser stores no cookies', async () => {
  let isExchanged = false
  const app = await renderApp({
    respond({ method, url }) {
      const isSession = new URL(url).pathname === '/session'
      if (isSession && method === 'POST') isExchanged = true
      else if (isExchanged) app.endSession()
      return undefined
    },
  })
  await userEvent.type(await openAuthorizePage(), 'albrecht')
  await userEvent.type(screen.getByLabelText('Password'), 'staffroom-demo{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain(
    'This browser stores no cookies for this site.',
  )
  expect(app.session.state().kind).toBe('signedOut')
})

it('opens the app after Back and a second sign-in', async () => {
  const { router } = await renderApp()
  await userEvent.type(await openAuthorizePage(), 'albrecht')
  const authorize = router.state.location
  await userEvent.type(screen.getByLabelText('Password'), 'staffroom-demo{Enter}')
  await screen.findByRole('heading', { level: 1, name: 'My day' })
  await act(() => router.navigate(authorize.pathname + authorize.search))
  await userEvent.type(await screen.findByLabelText('Login name'), 'albrecht')
  await userEvent.type(screen.getByLabelText('Password'), 'staffroom-demo{Enter}')
  await screen.findByRole('heading', { level: 1, name: 'My day' })
  expect(screen.queryByText(/This sign-in was not started here/)).toBeNull()
})
