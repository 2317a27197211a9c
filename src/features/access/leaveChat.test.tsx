import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { paths } from '../../paths.ts'
import { type RenderOptions, renderApp } from '../../testing/renderApp.tsx'

/** Opens the access of a chat of which the pupil is no admin. */
async function openOwnChat(options: RenderOptions = {}) {
  const app = await renderApp({ as: 'sommer', at: paths.chats(), ...options })
  const own = () =>
    app.service.db
      .selectFrom('permissions')
      .innerJoin('users', 'users.id', 'permissions.user_id')
      .select('resource_id')
      .where('login', '=', 'sommer')
      .where('resource_field', '=', 'chat_id')
      .where('permissions.is_admin', '=', 0)
      .orderBy('resource_id')
      .execute()
  const [grant] = await own()
  const chatId = grant?.resource_id ?? 0
  await app.router.navigate(`${paths.chat(chatId)}?access=chat_id.${chatId}`)
  await within(await screen.findByRole('list', { name: 'Who has access' })).findByText('Mika Sommer')
  const isMember = async () => (await own()).some(({ resource_id }) => resource_id === chatId)
  return { isMember, findButton: () => screen.queryByRole('button', { name: 'Leave this chat' }) }
}

it('lets a member leave a chat', async () => {
  const { isMember, findButton } = await openOwnChat()
  await userEvent.click(findButton() as HTMLElement)
  await userEvent.click(await screen.findByRole('button', { name: 'Remove myself' }))
  await waitFor(async () => expect(await isMember()).toBe(false))
})

it('offers no leaving before another service', async () => {
  const { findButton } = await openOwnChat({ documentedOnly: true })
  expect(findButton()).toBeNull()
})
