import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { insertClassGrant } from '../../testing/insertClassGrant.ts'
import { renderApp } from '../../testing/renderApp.tsx'
import { stubElementSizes } from '../../testing/stubElementSizes.ts'

stubElementSizes()

const classId = 1
const homeworkId = 1
const address = `/classes/${classId}/homework?access=todo_id.${homeworkId}`
const findDrawer = () => screen.findByRole('dialog', { name: 'Access to “Fractions p. 42”' })
const isWrite = ({ method, url }: Request) =>
  method !== 'GET' && new URL(url).pathname.startsWith('/api/v2/permissions')

async function openAccess(language: 'en' | 'de' = 'en') {
  const writes: { method: string; body: unknown }[] = []
  const app = await renderApp({
    as: 'albrecht',
    at: address,
    language,
    respond: async request => {
      if (isWrite(request))
        writes.push({
          method: request.method,
          body: await request
            .clone()
            .json()
            .catch(() => undefined),
        })
      return undefined
    },
  })
  const countMembers = async () =>
    (
      await app.service.db
        .selectFrom('memberships')
        .select('user_id')
        .where('course_id', '=', classId)
        .where('is_accepted', '=', 1)
        .execute()
    ).length
  const stored = () =>
    app.service.db.selectFrom('class_permissions').select(['course_id', 'is_write']).execute()
  return { ...app, writes, countMembers, stored }
}

it('gives a class access with one request, removes it, and restores it', async () => {
  const { countMembers, stored, writes } = await openAccess()
  const drawer = await findDrawer()
  await userEvent.type(await within(drawer).findByRole('combobox'), 'class 8b')
  await userEvent.click(await within(drawer).findByRole('option', { name: /^Class 8b/ }))
  await userEvent.click(within(drawer).getByRole('button', { name: 'Role for the people added: Read' }))
  const choices = await screen.findAllByRole('menuitemradio')
  // With Write, every pupil would see all submissions.
  expect(choices.map(choice => choice.textContent)).toEqual(['Readsees it'])
  await userEvent.keyboard('{Escape}')
  await userEvent.dblClick(within(drawer).getByRole('button', { name: 'Add the class' }))
  const role = await within(drawer).findByRole('button', { name: 'Role of Class 8b: Read' })
  within(drawer).getByText(`${await countMembers()} people`)
  expect(writes).toMatchObject([{ method: 'POST', body: { target_ids: { course_id: classId } } }])

  // A class that has access is not offered again.
  await userEvent.type(within(drawer).getByRole('combobox'), 'class 8b')
  expect(within(drawer).queryByRole('option', { name: /^Class 8b/ })).toBeNull()
  await userEvent.clear(within(drawer).getByRole('combobox'))

  await userEvent.click(role)
  expect(await screen.findAllByRole('menuitemradio')).toHaveLength(1)
  await userEvent.keyboard('{Escape}')
  expect(await stored()).toEqual([{ course_id: classId, is_write: 0 }])

  await userEvent.click(within(drawer).getByRole('button', { name: 'Remove Class 8b' }))
  await within(drawer).findByText('Class 8b no longer has access.')
  expect(await stored()).toEqual([])
  await userEvent.click(within(drawer).getByRole('button', { name: 'Undo' }))
  await within(drawer).findByRole('button', { name: 'Role of Class 8b: Read' })
  expect(await stored()).toEqual([{ course_id: classId, is_write: 0 }])
})

it('names a class in German', async () => {
  const { service, countMembers, router } = await openAccess('de')
  const drawer = await screen.findByRole('dialog', { name: /Fractions p\. 42|Brüche/ })
  await insertClassGrant(service, 'todo_id', homeworkId, { course_id: classId, is_write: 0 })
  await router.navigate(`/classes/${classId}/homework`)
  await waitFor(() => expect(drawer.isConnected).toBe(false))
  await router.navigate(address)
  const again = await screen.findByRole('dialog', { name: /Fractions p\. 42|Brüche/ })
  await within(again).findByRole('button', { name: /Klasse 8b entfernen/ })
  within(again).getByText(`${await countMembers()} Personen`)
})

it('shows the access through the class on the page of a person, without a button that removes it', async () => {
  const app = await renderApp({ as: 'albrecht', at: '/' })
  await insertClassGrant(app.service, 'todo_id', homeworkId, { course_id: classId, is_write: 1 })
  await app.router.navigate(`/classes/${classId}/access`)
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search people' }), 'mika')
  await userEvent.click(await screen.findByRole('link', { name: /^Mika Sommer/ }))
  const item = await screen.findByRole('group', { name: 'Fractions p. 42' })
  within(item).getByText('through class 8b')
  within(item).getByText('Write')
  expect(within(item).queryByRole('button')).toBeNull()

  const search = screen.getByRole('searchbox', { name: 'Search people' })
  await userEvent.clear(search)
  await userEvent.type(search, '8b')
  await userEvent.click(await screen.findByRole('link', { name: /^Class 8b/ }))
  const detail = await screen.findByRole('region', { name: 'Class 8b' })
  within(detail).getByText('A class. Access to 1 item.')
  const own = await within(detail).findByRole('group', { name: 'Fractions p. 42' })
  within(own).getByRole('button', { name: /Write/ })
  await userEvent.click(within(own).getByRole('button', { name: /Remove|Revoke/ }))
  await screen.findByText('Class 8b no longer has access.')
  expect(await app.service.db.selectFrom('class_permissions').selectAll().execute()).toEqual([])
})

/** A chat of Ruiz and class 8b. Its administrator is `admin`. */
async function openClassChat(as: 'sommer' | 'albrecht', admin: 'ruiz' | 'tanaka') {
  const app = await renderApp({ as, at: '/' })
  const { db } = app.service
  const at = '2026-11-09T08:00:00.000Z'
  const chat = { name: 'Trip', created_at: at, broadcast_only: 0, files_allowed: 1 } as const
  const { id } = await db.insertInto('chats').values(chat).returning('id').executeTakeFirstOrThrow()
  const people = await db.selectFrom('users').select(['id', 'login']).execute()
  for (const login of new Set(['ruiz', admin])) {
    const flags = { is_write: 1, is_admin: login === admin ? 1 : 0 } as const
    const user_id = people.find(person => person.login === login)?.id ?? 0
    await db
      .insertInto('permissions')
      .values({
        resource_field: 'chat_id',
        resource_id: id,
        user_id,
        given_by_user_id: null,
        given_at: at,
        ...flags,
      })
      .execute()
  }
  await insertClassGrant(app.service, 'chat_id', id, { course_id: classId, is_write: 1 })
  await app.router.navigate(`/chats/${id}?access=chat_id.${id}`)
  await screen.findByRole('dialog', { name: 'Access to “Trip”' })
  const classGrants = () =>
    db.selectFrom('class_permissions').select('id').where('resource_id', '=', id).execute()
  return { ...app, classGrants }
}

it('shows a pupil of the class why they can’t leave a chat of a teacher', async () => {
  await openClassChat('sommer', 'ruiz')
  await screen.findByText(/You are in this chat because class 8b is, so you can’t leave it on your own\./)
  expect(screen.queryByRole('button', { name: 'Leave this chat' })).toBeNull()
})

it('lets a pupil of the class leave a chat that only pupils administer', async () => {
  const { classGrants, router } = await openClassChat('sommer', 'tanaka')
  await userEvent.click(await screen.findByRole('button', { name: 'Leave this chat' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove myself' }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
  expect(await classGrants()).toEqual([])
})

it('lets a teacher remove their class from a chat of another teacher', async () => {
  const { classGrants } = await openClassChat('albrecht', 'ruiz')
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Class 8b' }))
  const question = await screen.findByRole('dialog', { name: 'Remove Class 8b?' })
  expect(await classGrants()).toHaveLength(1)
  await userEvent.click(within(question).getByRole('button', { name: 'Remove' }))
  await waitFor(async () => expect(await classGrants()).toEqual([]))
})
