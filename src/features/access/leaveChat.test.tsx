import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { paths } from '../../paths.ts'
import { type RenderOptions, renderApp } from '../../testing/renderApp.tsx'

/** The pupil is no admin of the chat. */
async function leaveChat(options: RenderOptions = {}) {
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
  await userEvent.click(await screen.findByRole('button', { name: 'Leave this chat' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove myself' }))
  const isMember = async () => (await own()).some(({ resource_id }) => resource_id === chatId)
  return { isMember }
}

it('lets a member leave a chat', async () => {
  const { isMember } = await leaveChat()
  await waitFor(async () => expect(await isMember()).toBe(false))
})

it('reports that documented endpoints do not support leaving', async () => {
  const { isMember } = await leaveChat({ documentedOnly: true })
  await screen.findByText(/Your school’s service does not offer leaving a chat\./)
  expect(await isMember()).toBe(true)
})
