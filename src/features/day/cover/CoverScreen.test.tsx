import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { type Rendered, type RenderOptions, renderApp } from '../../../testing/renderApp.tsx'

const lesson = (name: RegExp) => screen.findByRole('region', { name })
const items = () => screen.findByRole('list', { name: 'On this sheet' })

type Grant = {
  resource_ids: Record<string, number>
  target_ids: { user_id: number }
  is_write: boolean
  expires_at?: string
}

async function open(options: Partial<RenderOptions> = {}) {
  const grants: Grant[] = []
  const rendered = await renderApp({
    as: 'albrecht',
    at: '/day/cover?date=2026-11-19',
    ...options,
    respond: async request => {
      if (request.method === 'POST' && request.url.endsWith('/api/v2/permissions')) {
        grants.push((await request.clone().json()) as Grant)
      }
      return options.respond?.(request)
    },
  })
  return { grants, ...rendered }
}

async function choose(name: string) {
  const field = await screen.findByRole('combobox', { name: 'Covering colleague' })
  await userEvent.type(field, name)
  const list = within(await screen.findByRole('listbox', { name: 'People' }))
  await list.findByRole('option', { name: new RegExp(name, 'i') })
  await userEvent.keyboard('{Enter}')
}

const grantsOf = (service: Rendered['service'], userId: number) =>
  service.db
    .selectFrom('permissions')
    .select(['resource_field', 'resource_id', 'is_write', 'is_admin', 'expires_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()

async function idOf({ db }: Rendered['service'], login: string): Promise<number> {
  const user = db.selectFrom('users').select('id').where('login', '=', login)
  return (await user.executeTakeFirstOrThrow()).id
}

it('shows each lesson with homework and class list, and stores the tasks of each day', async () => {
  await open()
  const maths = await lesson(/8b Maths/)
  expect(maths.textContent).toMatch(/Period 2 · Room 204/)
  await waitFor(() =>
    expect(maths.textContent).toMatch(
      /Last homeworkFractions p\. 42 due Fri 13 Nov.*Attached: worksheet\.pdf/s,
    ),
  )
  await within(maths).findByText('Class list: 28 pupils')
  expect(within(maths).getByText('Mika Sommer')).toBeTruthy()
  await userEvent.type(within(maths).getByLabelText('Task for the class'), 'Read p. 48')

  const select = screen.getByRole('combobox', { name: 'I am ill on' })
  await userEvent.selectOptions(select, '2026-11-23')
  await waitFor(() => expect(screen.getAllByLabelText('Task for the class')).toHaveLength(2))
  for (const field of screen.getAllByLabelText('Task for the class'))
    expect(field).toHaveProperty('value', '')
  await userEvent.selectOptions(select, '2026-11-19')
  await waitFor(() => {
    const fields = screen.getAllByLabelText<HTMLTextAreaElement>('Task for the class')
    expect(fields.map(({ value }) => value)).toEqual(['Read p. 48'])
  })
})

it('opens today while lessons remain, and says so on a day without lessons', async () => {
  const { router } = await open({ at: '/day/cover' })
  expect(await screen.findByRole('combobox', { name: 'I am ill on' })).toHaveProperty('value', '2026-11-18')
  await router.navigate('/day/cover?date=2026-11-21')
  await screen.findByText('You have no lessons on this day.')
  expect(screen.queryByLabelText('Task for the class')).toBeNull()
})

it('shows the class list once for each class', async () => {
  await open({ at: '/day/cover?date=2026-11-18' })
  const early = await lesson(/^08:50.*8b Maths/)
  await within(early).findByText('Class list: 28 pupils')
  const late = within(await lesson(/^10:45.*8b Maths/))
  late.getByText('Class list: see the lesson at 08:50')
  expect(late.queryByText('Mika Sommer')).toBeNull()
  within(await lesson(/6c Maths/)).getByText('Class list: 28 pupils')
})

it('says so if the timetable of the day is not known', async () => {
  await open({ at: '/day/cover?date=2027-02-01' })
  await screen.findByText('The timetable of this day is not known.')
  screen.getByRole('option', { name: /: timetable not known$/ })
  expect(screen.queryByText('You have no lessons on this day.')).toBeNull()
})

it('is not for pupils', async () => {
  await open({ as: 'sommer' })
  await screen.findByText('The cover sheet is for teachers.')
  expect(screen.queryByLabelText('Task for the class')).toBeNull()
})

it('gives Read access until the end of the day, and changes no other access', async () => {
  const { grants, service } = await open({ as: 'kern', at: '/day/cover?date=2026-11-18' })
  const ruiz = await idOf(service, 'ruiz')
  const before = await grantsOf(service, ruiz)
  const german = await lesson(/6c German/)
  await userEvent.click(await within(german).findByRole('button', { name: /^Choose files/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Files of 6c' })
  await userEvent.click((await within(dialog).findAllByRole('checkbox'))[0] as HTMLElement)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Done' }))
  await choose('Omar Ruiz')
  await within(await items()).findAllByText('will get Read access')
  const wanted = within(await items()).getAllByText('will get Read access').length
  await screen.findByText(new RegExp(`^${wanted} requests? (?:is|are) sent`))
  await userEvent.dblClick(
    screen.getByRole('button', { name: 'Give Read access until Wed 18 Nov, end of day' }),
  )
  await waitFor(async () =>
    expect(within(await items()).getAllByText('has access until Wed 18 Nov')).toHaveLength(wanted),
  )
  expect(grants).toHaveLength(wanted)
  for (const grant of grants) {
    expect(grant).toMatchObject({
      target_ids: { user_id: ruiz },
      is_write: false,
      is_admin: false,
      expires_at: '2026-11-18T23:00:00.000Z',
    })
  }
  const after = await grantsOf(service, ruiz)
  expect(after.slice(0, before.length)).toEqual(before)
  expect(after.length).toBe(before.length + wanted)
})

it('opens a chat with the links, without sending', async () => {
  const { router } = await open({ as: 'albrecht' })
  await choose('Peter Kern')
  await within(await items()).findByText('has access already')
  await userEvent.click(screen.getByRole('button', { name: 'Write to Peter Kern' }))
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/chats\//))
  expect(JSON.stringify(router.state.location.state)).toMatch(
    /I am ill on Thu 19 Nov\..*8b Fractions p\. 42: http.*\/classes\/1\/homework\/\d+/,
  )
})
