import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { chats } from '../../contract/chats.ts'
import { messages } from '../../contract/messages.ts'
import { parseResponse } from '../../contract/parseResponse.ts'
import { paths } from '../../paths.ts'
import { type RenderOptions, renderApp } from '../renderApp.tsx'

const ruiz = 2
const sommer = 13

export const errorResponse = (status: number) =>
  new Response(`{"error":{"name":"E","message":"no","code":${status}}}`, { status })

type ChatOptions = Omit<RenderOptions, 'at'> & { polls?: readonly object[]; texts?: readonly string[] }

/** Creates a chat of albrecht, ruiz and sommer. `writes` are the app's writes to its messages. */
export async function createTestChat({ polls = [], texts = [], ...options }: ChatOptions) {
  const writes: string[] = []
  const app = await renderApp({
    as: 'albrecht',
    at: '/chats',
    ...options,
    respond: request => {
      const { pathname } = new URL(request.url)
      if (request.method !== 'GET' && pathname.includes('/messages')) {
        writes.push(`${request.method} ${pathname.split('/messages')[1]}`)
      }
      return options.respond?.(request)
    },
  })
  const { service } = app
  const token = await service.signIn('albrecht')
  const post = async (path: string, body: unknown, senderToken = token) =>
    (await service.send('POST', `/api/v2${path}`, { token: senderToken, body })).json()
  const body = { name: 'Questions', broadcast_only: false, files_allowed: true }
  const { id } = parseResponse(chats.create.response, await post('/chats', body))
  for (const user_id of [ruiz, sommer]) {
    await post('/permissions', { resource_ids: { chat_id: id }, target_ids: { user_id }, is_write: true })
  }
  for (const text of texts) await post(`/chats/${id}/messages`, { text })
  for (const poll of polls) await post(`/chats/${id}/messages`, { text: 'Which day?', poll })
  const listMessages = async (readerToken = token) => {
    const response = await service.send('GET', `/api/v2/chats/${id}/messages`, { token: readerToken })
    return parseResponse(messages.list.response, await response.json()).rows
  }
  const optionIds = async () => (await listMessages()).at(-1)?.poll?.options.map(option => option.id) ?? []
  const voteAs = async (login: string, ...indexes: number[]) => {
    const ids = await optionIds()
    const message = (await listMessages()).at(-1)?.id
    const option_ids = indexes.map(index => ids[index])
    await post(`/chats/${id}/messages/${message}/poll/votes`, { option_ids }, await service.signIn(login))
  }
  const openChat = async () => {
    await app.router.navigate(paths.chat(id))
    await screen.findByRole('textbox', { name: 'Message' })
    await screen.findAllByRole('article')
  }
  return { app, id, listMessages, voteAs, openChat, post, writes, user: userEvent.setup() }
}

/** Clicks a button whose target suspends while it loads. */
export const clickSuspending = (button: HTMLElement) =>
  act(async () => {
    button.focus()
    button.click()
  })
