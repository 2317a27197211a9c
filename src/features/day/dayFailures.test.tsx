import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { keyOf } from '../../api/cache/query.ts'
import { timeline } from '../../contract/timeline.ts'
import { renderApp } from '../../testing/renderApp.tsx'

const day = (name: RegExp) => screen.findByRole('region', { name })
const side = () => screen.findByRole('complementary', { name: 'Marking, messages and changes' })

/** Fails the requests whose path ends like this until `repair` is called. */
function failing(path: string) {
  let isBroken = true
  return {
    respond: ({ url }: Request) =>
      isBroken && new URL(url).pathname.endsWith(path) ? Response.json({}, { status: 400 }) : undefined,
    repair: () => {
      isBroken = false
    },
  }
}

it('does not call homework done that could not be loaded', async () => {
  const { respond, repair } = failing('/me/homeworks')
  await renderApp({ as: 'albrecht', at: '/day', respond })
  const today = await day(/^Wednesday/)
  await within(today).findAllByText('Homework not loaded')
  const news = within(await side())
  await news.findByText(/The homework could not be loaded\./)
  expect(news.getAllByText('Not loaded')).toHaveLength(2)
  expect(screen.queryByText(/^Nothing (due|to mark)/)).toBeNull()
  repair()
  await userEvent.click(news.getByRole('button', { name: 'Try again' }))
  await news.findByRole('link', { name: 'Fractions p. 42' })
  expect(screen.queryByText('Homework not loaded')).toBeNull()
})

it('does not call homework done while it loads', async () => {
  await renderApp({
    as: 'albrecht',
    at: '/day',
    respond: ({ url }) => (url.includes('/me/homeworks') ? new Promise<never>(() => undefined) : undefined),
  })
  const today = await day(/^Wednesday/)
  await within(today).findAllByText('Loading homework…')
  expect(screen.queryByText(/^Nothing (due|to mark)/)).toBeNull()
})

it('says that the chats could not be loaded, and loads them again', async () => {
  const { respond, repair } = failing('/chats')
  await renderApp({ as: 'albrecht', at: '/day', respond })
  const news = within(await side())
  await news.findByText(/The chats could not be loaded\./)
  repair()
  await userEvent.click(news.getByRole('button', { name: 'Try again' }))
  await news.findByRole('link', { name: /^Teachers 8b/ })
  await waitFor(() => expect(news.queryByText(/The chats could not be loaded\./)).toBeNull())
})

it.each(['/day', '/day/cover', '/classes/1/access'])('does not offer %s without the extensions', async at => {
  const storage = { 'staffroom.person.1': JSON.stringify({ addedClasses: [1] }) }
  const { router } = await renderApp({ as: 'albrecht', at, documentedOnly: true, storage })
  const navigation = within(await screen.findByRole('navigation'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/classes/1/timetable'))
  navigation.getByRole('link', { name: 'Timetable' })
  expect(navigation.queryByRole('link', { name: /^(?:My day|Access)$/ })).toBeNull()
})

it('shows a pupil no actions of teachers while the profile loads', async () => {
  const profile = Promise.withResolvers<void>()
  const { api } = await renderApp({
    as: 'sommer',
    at: '/day',
    // The session of an earlier release does not know the role.
    withoutRole: true,
    respond: async ({ url }) => {
      if (new URL(url).pathname === '/api/v2/me') await profile.promise
      return undefined
    },
  })
  const { queryClient } = api
  await waitFor(() => expect(queryClient.getQueryState(keyOf(timeline.mine, {}))?.status).toBe('success'))
  await act(() => Promise.resolve())
  expect(screen.queryByRole('link', { name: 'Set homework' })).toBeNull()
  expect(screen.queryByRole('heading', { name: /^To mark/ })).toBeNull()
  profile.resolve()
  await screen.findByRole('heading', { name: /^To do/ })
  expect(screen.queryByRole('link', { name: 'Set homework' })).toBeNull()
})
