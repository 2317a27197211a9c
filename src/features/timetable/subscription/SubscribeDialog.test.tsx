import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { type RenderOptions, renderApp } from '../../../testing/renderApp.tsx'

const at = '/classes/1/timetable'
const table = () => screen.findByRole('table', { name: /^Timetable of the week/ })
/** Searching the whole timetable by role is slow. */
const inDialog = async (name = 'Subscribe to the timetable') =>
  within(await screen.findByRole('dialog', { name }))
const press = async (name: string) => userEvent.click(await (await inDialog()).findByRole('button', { name }))
const choose = async (name: RegExp) => userEvent.click(await (await inDialog()).findByRole('radio', { name }))

async function open(options: RenderOptions = {}) {
  const rendered = await renderApp({ as: 'albrecht', at, ...options })
  await userEvent.click(await screen.findByRole('button', { name: 'Subscribe…' }))
  await inDialog()
  const statusOf = async (address: string) =>
    (await rendered.service.send('GET', new URL(address).pathname)).status
  return { ...rendered, statusOf }
}

async function createAddress(): Promise<string> {
  await press('Create address')
  return (await screen.findByLabelText<HTMLInputElement>('Address of the calendar')).value
}

async function confirm(name: string) {
  await press(name)
  const question = await inDialog(`${name.replace(' ', ' the ')}?`)
  await userEvent.click(await question.findByRole('button', { name }))
}

it('creates, replaces and revokes an address', async () => {
  const { statusOf } = await open()
  await screen.findByText(/^Everyone who has the address can read this timetable/)
  const first = await createAddress()
  expect(first).toMatch(/\/calendar\/[\w-]{43}\.ics$/)
  expect(await statusOf(first)).toBe(200)

  await confirm('Replace address')
  await waitFor(() => expect(screen.queryByDisplayValue(first)).toBeNull())
  const second = (await screen.findByLabelText<HTMLInputElement>('Address of the calendar')).value
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])

  await confirm('Revoke address')
  await screen.findByText('The address was revoked.')
  expect(await statusOf(second)).toBe(404)
  await (await inDialog()).findByRole('button', { name: 'Create address' })
})

it('creates one address on a double click', async () => {
  let posts = 0
  await open({
    respond: request => {
      if (request.method === 'POST' && request.url.endsWith('/me/calendar')) posts += 1
      return undefined
    },
  })
  const button = await (await inDialog()).findByRole('button', { name: 'Create address' })
  fireEvent.click(button)
  fireEvent.click(button)
  await screen.findByLabelText('Address of the calendar')
  expect(posts).toBe(1)
})

it('has separate addresses for own lessons and the class, and shows them only once', async () => {
  const { statusOf } = await open()
  const own = await createAddress()
  await choose(/^Class 8b/)
  const ofClass = await createAddress()
  expect([await statusOf(own), await statusOf(ofClass)]).toEqual([200, 200])
  await choose(/^My lessons/)
  await screen.findByDisplayValue(own)

  await press('Close')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(await screen.findByRole('button', { name: 'Subscribe…' }))
  await screen.findByText(/^An address was created on .* It was shown only then/)
  expect(screen.queryByLabelText('Address of the calendar')).toBeNull()
})

it('writes the calendar in the language of the user', async () => {
  const { service } = await renderApp({ as: 'sommer', at, language: 'de' })
  await userEvent.click(await screen.findByRole('button', { name: 'Abonnieren…' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Adresse erstellen' }))
  const { value } = await screen.findByLabelText<HTMLInputElement>('Adresse des Kalenders')
  const response = await service.send('GET', new URL(value).pathname)
  expect(await response.text()).toContain('X-WR-CALNAME:Mein Unterricht')
})

it('is not offered if the service has only api.md', async () => {
  await renderApp({ as: 'albrecht', at, documentedOnly: true })
  await table()
  await screen.findByRole('button', { name: 'Print' })
  expect(screen.queryByRole('button', { name: 'Subscribe…' })).toBeNull()
})

it('reports a failure and keeps the choice', async () => {
  let isBroken = true
  await open({
    respond: ({ method, url }) =>
      isBroken && method === 'POST' && url.endsWith('/me/calendar')
        ? Response.json({ error: { name: 'internal', message: 'x', code: 422 } }, { status: 422 })
        : undefined,
  })
  await choose(/^Class 8b/)
  await press('Create address')
  await screen.findByRole('alert')
  isBroken = false
  await createAddress()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Class 8b/ }).checked).toBe(true)
  expect(screen.queryByRole('alert')).toBeNull()
})

it('offers no address in the demo', async () => {
  const demo = {
    openReason: 'kept' as const,
    reset: async () => {},
    portraits: {},
    peopleToday: async () => [],
  }
  await open({ demo })
  await screen.findByText(/^This demo runs inside the browser/)
  expect(screen.queryByRole('button', { name: 'Create address' })).toBeNull()
})
