import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { type RenderOptions, renderApp } from '../../testing/renderApp.tsx'

const homeworkId = 1

/** Homework 1: Albrecht is its only admin, Ruiz may write, Kern may read. */
async function openAccess(options: RenderOptions = {}) {
  const writes: string[] = []
  const app = await renderApp({
    as: 'albrecht',
    at: `/classes/1/homework?access=todo_id.${homeworkId}`,
    ...options,
    respond: request => {
      const { pathname } = new URL(request.url)
      const isWrite = request.method !== 'GET' && pathname.startsWith('/api/v2/permissions')
      if (isWrite) writes.push(`${request.method} ${pathname.slice('/api/v2/permissions'.length)}`)
      return options.respond?.(request)
    },
  })
  const drawer = await screen.findByRole('dialog', { name: 'Access to “Fractions p. 42”' })
  const row = (name: string) => {
    const found = within(drawer)
      .getAllByRole('listitem')
      .find(item => within(item).queryByText(name))
    if (!found) throw new Error(`no row of ${name}`)
    return found
  }
  const choose = async (name: string, role: string) => {
    await userEvent.click(within(row(name)).getByRole('button', { name: /^Role (?:of|for)/ }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: new RegExp(`^${role}`) }))
  }
  const grants = () =>
    app.service.db
      .selectFrom('permissions')
      .innerJoin('users', 'users.id', 'permissions.user_id')
      .select(['permissions.id', 'users.name', 'is_write', 'is_admin'])
      .where('resource_field', '=', 'todo_id')
      .where('resource_id', '=', homeworkId)
      .orderBy('permissions.id')
      .execute()
  const getRoles = async () =>
    (await grants()).map(grant => `${grant.name} ${grant.is_write}${grant.is_admin}`)
  const setRole = async (name: string, flags: { is_write: 0 | 1; is_admin: 0 | 1 }) => {
    const id = (await grants()).find(grant => grant.name === name)?.id ?? 0
    await app.service.db.updateTable('permissions').set(flags).where('id', '=', id).execute()
  }
  await within(drawer).findByText('Omar Ruiz')
  return { ...app, drawer, row, choose, getRoles, setRole, writes }
}

it('asks again if the permissions changed meanwhile', async () => {
  const { drawer, row, getRoles, setRole, writes } = await openAccess()
  await within(drawer).findByText('Homework in Maths, class 8b')
  expect(row('Jana Albrecht').textContent).toMatch(/Teacher, you.*by the school 6 Nov$/)
  expect(row('Peter Kern').textContent).toMatch(/by Omar Ruiz 8 Nov$/)

  await setRole('Peter Kern', { is_write: 1, is_admin: 1 })
  await userEvent.type(within(drawer).getByRole('combobox'), 'aiko{Enter}{Enter}')
  await within(drawer).findByText('Peter Kern was Read and is now Admin.')
  expect([writes, (await getRoles()).length]).toEqual([[], 3])
  await userEvent.click(within(drawer).getByRole('button', { name: 'Do it anyway' }))
  await within(drawer).findByRole('button', { name: 'Role of Aiko Tanaka: Read' })
  expect((await getRoles()).slice(2)).toEqual(['Peter Kern 11', 'Aiko Tanaka 00'])
  await waitFor(() => expect(within(drawer).queryByRole('list', { name: 'To be added' })).toBeNull())
  expect(drawer.contains(document.activeElement)).toBe(true)
})

it('reports a handover without navigating if the drawer was closed', async () => {
  let respond = () => {}
  const response = new Promise<undefined>(resolve => {
    respond = () => resolve(undefined)
  })
  const { row, router, writes } = await openAccess({
    respond: request => (request.method === 'DELETE' ? response : undefined),
  })
  await userEvent.click(within(row('Jana Albrecht')).getByRole('button', { name: 'Remove yourself' }))
  await screen.findByRole('button', { name: /^Who becomes admin:\s*Omar Ruiz/ })
  await userEvent.click(screen.getByRole('button', { name: 'Hand over' }))
  await waitFor(() => expect(writes).toHaveLength(2))
  await router.navigate('/classes/1/homework?find=fractions')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  respond()
  await screen.findByText(/^Omar Ruiz is now admin of “Fractions p\. 42”\./)
  expect(router.state.location.search).toBe('?find=fractions')
})

it('grants, changes and removes with one request each', async () => {
  const { drawer, row, choose, getRoles, writes } = await openAccess()
  const field = within(drawer).getByRole('combobox', { name: 'Add people' })
  await userEvent.type(field, 'aiko')
  await userEvent.keyboard('{Enter}')
  await userEvent.type(field, '4711{Enter}')
  await userEvent.dblClick(within(drawer).getByRole('button', { name: 'Add 2 people' }))
  await within(drawer).findByText('Aiko Tanaka', { selector: 'p *' })
  await within(drawer).findByText(/Person no. 4711: .*There is nobody with this number\./)
  expect(await getRoles()).toEqual(['Jana Albrecht 11', 'Omar Ruiz 10', 'Peter Kern 00', 'Aiko Tanaka 00'])
  expect(writes).toEqual(['POST ', 'POST '])

  await choose('Omar Ruiz', 'Read')
  await within(row('Omar Ruiz')).findByRole('button', { name: 'Role of Omar Ruiz: Read' })
  await waitFor(async () => expect(await getRoles()).toContain('Omar Ruiz 00'))
  await userEvent.dblClick(within(row('Aiko Tanaka')).getByRole('button', { name: 'Remove Aiko Tanaka' }))
  await within(drawer).findByText('Aiko Tanaka no longer has access.')
  expect(writes.filter(write => write.startsWith('DELETE'))).toHaveLength(1)
})

it('restores access with its end', async () => {
  const { api, drawer, row, service } = await openAccess()
  await service.db
    .updateTable('permissions')
    .set({ expires_at: '2026-11-20T23:00:00.000Z' })
    .where('resource_field', '=', 'todo_id')
    .where('resource_id', '=', homeworkId)
    .where('is_admin', '=', 0)
    .execute()
  await api.queryClient.invalidateQueries()
  await waitFor(() => expect(row('Peter Kern').textContent).toMatch(/until Fri 20 Nov/))
  await userEvent.click(within(row('Peter Kern')).getByRole('button', { name: 'Remove Peter Kern' }))
  await within(drawer).findByText('Peter Kern no longer has access.')
  await userEvent.click(within(drawer).getByRole('button', { name: 'Undo' }))
  await within(drawer).findByRole('button', { name: 'Role of Peter Kern: Read' })
  const restored = await service.db
    .selectFrom('permissions')
    .innerJoin('users', 'users.id', 'permissions.user_id')
    .select('expires_at')
    .where('users.name', '=', 'Peter Kern')
    .where('resource_field', '=', 'todo_id')
    .where('resource_id', '=', homeworkId)
    .execute()
  expect(restored).toEqual([{ expires_at: '2026-11-20T23:00:00.000Z' }])
})

it('closes only the role menu on Escape', async () => {
  const { drawer, row } = await openAccess()
  const role = within(row('Omar Ruiz')).getByRole('button', { name: 'Role of Omar Ruiz: Write' })
  fireEvent.click(role)
  await screen.findByRole('menu')
  fireEvent.keyDown(role, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(drawer.isConnected).toBe(true)
})

it('hands over before leaving, and reports if leaving fails', async () => {
  let isBroken = true
  const { row, getRoles, router, writes } = await openAccess({
    withoutKeys: true,
    respond: request =>
      isBroken && request.method === 'DELETE' ? new Response('no', { status: 500 }) : undefined,
  })
  await userEvent.click(within(row('Jana Albrecht')).getByRole('button', { name: 'Remove yourself' }))
  const dialog = await screen.findByRole('dialog', { name: 'If you leave, this homework is deleted' })
  await within(dialog).findByText('18 submissions with 20 files')
  await within(dialog).findByRole('button', { name: /^Who becomes admin:\s*Omar Ruiz/ })
  await userEvent.dblClick(within(dialog).getByRole('button', { name: 'Hand over' }))
  await within(dialog).findByText(/^Omar Ruiz is now admin\. You are still an admin as well\./)
  expect(await getRoles()).toEqual(['Jana Albrecht 11', 'Omar Ruiz 11', 'Peter Kern 00'])
  expect(writes.map(write => write.split(' ')[0])).toEqual(['PUT', 'DELETE'])

  isBroken = false
  await userEvent.click(within(dialog).getByRole('button', { name: 'Leave now' }))
  await screen.findByText(/^Omar Ruiz is now admin of “Fractions p\. 42”\./)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await getRoles()).toEqual(['Omar Ruiz 11', 'Peter Kern 00'])
  expect(router.state.location).toMatchObject({ pathname: '/classes/1/homework', search: '' })
})

it('deletes homework only after its name is typed', async () => {
  const { drawer, row, choose, getRoles, router, service, setRole, writes } = await openAccess()
  await choose('Jana Albrecht', 'Write')
  const dialog = await screen.findByRole('dialog', { name: 'Without an admin, this homework is deleted' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(dialog.isConnected).toBe(false))
  within(row('Jana Albrecht')).getByRole('button', { name: 'Role of Jana Albrecht: Admin' })

  await userEvent.click(within(row('Jana Albrecht')).getByRole('button', { name: 'Remove yourself' }))
  const again = await screen.findByRole('dialog', { name: 'If you leave, this homework is deleted' })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Keep everything as it is'))
  const name = within(again).getByRole('textbox', { name: 'Type the name to confirm' })
  await userEvent.type(name, 'fractions p. 42{Enter}')
  expect(writes).toEqual([])
  await userEvent.clear(name)
  await setRole('Omar Ruiz', { is_write: 0, is_admin: 0 })
  await userEvent.type(name, 'Fractions p. 42{Enter}')
  // The name was typed for an older list.
  await userEvent.click(await within(drawer).findByRole('button', { name: 'Do it anyway' }))
  const last = await screen.findByRole('dialog', { name: 'If you leave, this homework is deleted' })
  expect(writes).toEqual([])
  await userEvent.type(
    within(last).getByRole('textbox', { name: 'Type the name to confirm' }),
    ' Fractions p. 42',
  )
  await userEvent.dblClick(within(last).getByRole('button', { name: 'Delete homework' }))
  await screen.findByText('“Fractions p. 42” was deleted.')
  expect(writes).toHaveLength(1)
  expect(await getRoles()).toEqual([])
  expect(
    await service.db.selectFrom('homeworks').select('id').where('id', '=', homeworkId).execute(),
  ).toEqual([])
  expect(router.state.location.pathname).toBe('/classes/1/homework')
})

it('is read-only without admin role, and names the admin to ask', async () => {
  const { drawer } = await openAccess({ as: 'ruiz' })
  within(drawer).getByText('You can see who has access. To change it, ask Jana Albrecht.')
  expect(within(drawer).queryByRole('combobox')).toBeNull()
  expect(within(drawer).queryByRole('button', { name: /^(Role|Remove)/ })).toBeNull()
})

it('works with documented endpoints only', async () => {
  const { drawer, getRoles } = await openAccess({
    documentedOnly: true,
  })
  const field = within(drawer).getByRole('combobox', { name: 'Add people' })
  await userEvent.type(field, '20')
  await userEvent.click(within(drawer).getByRole('option', { name: /^Person no\. 20/ }))
  await userEvent.click(within(drawer).getByRole('button', { name: 'Add 1 person' }))
  await waitFor(async () => expect(await getRoles()).toHaveLength(4))
})

it('asks before a pupil reads all submissions, when their role is changed and when they are added', async () => {
  const { drawer, choose, getRoles, writes } = await openAccess()
  await userEvent.type(within(drawer).getByRole('combobox'), 'aiko{Enter}{Enter}')
  await within(drawer).findByRole('button', { name: /^Role of Aiko Tanaka/ })
  const written = writes.length
  await choose('Aiko Tanaka', 'Write')
  const question = await screen.findByRole('dialog', { name: 'Let Aiko Tanaka read all submissions?' })
  within(question).getByText(/reads the submissions, corrections and points of the whole class/)
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(writes).toHaveLength(written)
  expect(await getRoles()).toContain('Aiko Tanaka 00')
  await choose('Aiko Tanaka', 'Write')
  await userEvent.click(await screen.findByRole('button', { name: 'Give this role' }))
  await waitFor(async () => expect(await getRoles()).toContain('Aiko Tanaka 10'))

  await userEvent.type(within(drawer).getByRole('combobox'), 'mika{Enter}')
  await userEvent.click(within(drawer).getByRole('button', { name: /^Role for the people added/ }))
  await userEvent.click(await screen.findByRole('menuitemradio', { name: /^Write/ }))
  await userEvent.click(within(drawer).getByRole('button', { name: 'Add 1 person' }))
  await screen.findByRole('dialog', { name: 'Let Mika Sommer read all submissions?' })
  expect((await getRoles()).some(role => role.startsWith('Mika'))).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Give this role' }))
  await waitFor(async () => expect(await getRoles()).toContain('Mika Sommer 10'))
})
