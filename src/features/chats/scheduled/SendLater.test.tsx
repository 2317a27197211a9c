import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { paths } from '../../../paths.ts'
import { type RenderOptions, renderApp } from '../../../testing/renderApp.tsx'
import { stubElementSizes } from '../../../testing/stubElementSizes.ts'

stubElementSizes()

const class8b = 1
const findField = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^(Message|Nachricht)$/ })

async function open(options: RenderOptions = {}) {
  const app = await renderApp({ as: 'albrecht', at: paths.chat(class8b), ...options })
  const field = await findField()
  await waitFor(() => expect(screen.getAllByRole('article').length).toBeGreaterThan(0))
  /** Advancing the clock by hours would end the access token. */
  const sendDue = async () => {
    const send_at = new Date(app.service.clock()).toISOString()
    await app.service.db.updateTable('scheduled_messages').set({ send_at }).execute()
    await app.service.service.sendDueMessages()
  }
  const textsOf = async (table: 'messages' | 'scheduled_messages') =>
    (await app.service.db.selectFrom(table).select('text').where('chat_id', '=', class8b).execute()).map(
      ({ text }) => text,
    )
  return { app, user: userEvent.setup(), field, textsOf, sendDue }
}

async function schedule(text: string, time: RegExp, options: RenderOptions = {}) {
  const opened = await open(options)
  const { user, field } = opened
  await user.type(field, text)
  await user.click(await screen.findByRole('button', { name: 'Send later' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send later' }))
  await user.click(await dialog.findByRole('button', { name: time }))
  await screen.findByText(/^Will be sent: /)
  return opened
}

const setWriteAccess = ({ service }: Awaited<ReturnType<typeof open>>['app'], is_write: 0 | 1) =>
  service.db
    .updateTable('permissions')
    .set({ is_write, is_admin: is_write })
    .where('resource_field', '=', 'chat_id')
    .where('resource_id', '=', class8b)
    .execute()

describe('a text that is sent later', () => {
  it('is shown with its time, leaves the field, and is sent at its time', async () => {
    const { field, textsOf, sendDue } = await schedule('Good luck!', /^Mon 23 Nov, 07:30$/)
    await screen.findByText('Will be sent: Mon 23 Nov, 07:30. Only you can see it.')
    await waitFor(() => expect(field.value).toBe(''))
    await screen.findByText('The message will be sent: Mon 23 Nov, 07:30.')
    expect(await textsOf('messages')).not.toContain('Good luck!')
    await sendDue()
    expect(await textsOf('messages')).toContain('Good luck!')
  })

  it('returns to the field when it is cancelled, above the text there', async () => {
    const { user, field, textsOf } = await schedule('Good luck!', /^Today, 18:00$/)
    await waitFor(() => expect(field.value).toBe(''))
    await user.type(field, 'And this.')
    await user.click(await screen.findByRole('button', { name: 'Cancel: Good luck!' }))
    await waitFor(() => expect(field.value).toBe('Good luck!\n\nAnd this.'))
    await waitFor(() => expect(screen.queryByText(/^Will be sent/)).toBeNull())
    expect(await textsOf('scheduled_messages')).toEqual([])
  })

  it('stays scheduled if it can’t be cancelled', async () => {
    const { user, field, textsOf } = await schedule('Good luck!', /^Today, 18:00$/, {
      respond: request =>
        request.method === 'DELETE'
          ? Response.json({ error: { message: 'no' } }, { status: 403 })
          : undefined,
    })
    await waitFor(() => expect(field.value).toBe(''))
    await user.click(await screen.findByRole('button', { name: 'Cancel: Good luck!' }))
    await screen.findByRole('alert')
    await waitFor(() => expect(field.value).toBe(''))
    expect(await textsOf('scheduled_messages')).toEqual(['Good luck!'])
  })

  it('does not return to the field if it was sent meanwhile', async () => {
    const { user, field, textsOf, sendDue } = await schedule('Good luck!', /^Today, 18:00$/)
    await waitFor(() => expect(field.value).toBe(''))
    await sendDue()
    await user.click(await screen.findByRole('button', { name: 'Cancel: Good luck!' }))
    await waitFor(() => expect(screen.queryByText(/^Will be sent/)).toBeNull())
    expect(field.value).toBe('')
    expect((await textsOf('messages')).filter(text => text === 'Good luck!')).toHaveLength(1)
  })

  it('can be sent at once', async () => {
    const { user, textsOf } = await schedule('Good luck!', /^Today, 18:00$/)
    await user.click(await screen.findByRole('button', { name: 'Send now: Good luck!' }))
    await waitFor(async () => expect(await textsOf('messages')).toContain('Good luck!'))
    await waitFor(() => expect(screen.queryByText(/^Will be sent/)).toBeNull())
  })
})

it('another time is checked before it is sent', async () => {
  const { user, field, textsOf } = await open()
  await user.type(field, 'Good luck!')
  await user.click(await screen.findByRole('button', { name: 'Send later' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send later' }))
  const dayField = await dialog.findByRole('textbox', { name: 'Day' })
  for (const [text, problem] of [
    ['17.11.2026', 'This time is in the past.'],
    ['1.3.2027', 'A message can be scheduled 60 days ahead at most.'],
    ['soon', 'Enter a day, such as 24/11.'],
  ] as const) {
    await user.clear(dayField)
    await user.type(dayField, text)
    await user.click(dialog.getByRole('button', { name: 'Schedule' }))
    await dialog.findByText(problem)
  }
  await user.clear(dayField)
  await user.type(dayField, '24.11.2026')
  await user.click(dialog.getByRole('button', { name: 'Schedule' }))
  await screen.findByText('Will be sent: Tue 24 Nov, 07:30. Only you can see it.')
  expect(await textsOf('scheduled_messages')).toEqual(['Good luck!'])
})

it('a refused time is explained in the dialog, and the text stays', async () => {
  const { user, field } = await open({
    respond: request =>
      request.url.endsWith('/scheduled_messages') && request.method === 'POST'
        ? Response.json({ error: { message: 'Please wait.' } }, { status: 403 })
        : undefined,
  })
  await user.type(field, 'Good luck!')
  await user.click(await screen.findByRole('button', { name: 'Send later' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send later' }))
  await user.click(await dialog.findByRole('button', { name: /^Today/ }))
  await dialog.findByText(/^Not scheduled\. /)
  expect(field.value).toBe('Good luck!')
})

it('a message that could not be sent says so, and can only be removed without write access', async () => {
  const { app, user, textsOf, sendDue } = await schedule('Good luck!', /^Today, 18:00$/)
  await setWriteAccess(app, 0)
  await sendDue()
  await app.api.queryClient.invalidateQueries()
  await screen.findByText(/^Not sent \(Today, .*\): you could not write in this chat\.$/)
  await user.click(await screen.findByRole('button', { name: 'Remove: Good luck!' }))
  await waitFor(() => expect(screen.queryByText(/^Not sent \(/)).toBeNull())
  expect(await textsOf('scheduled_messages')).toEqual([])
})

it('a message of a lost chat is shown above the chats', async () => {
  const { app, user, sendDue } = await schedule('Good luck!', /^Today, 18:00$/)
  await app.service.db.deleteFrom('chats').where('id', '=', class8b).execute()
  await sendDue()
  await app.api.queryClient.invalidateQueries()
  await screen.findByText(/^Your message was not sent: the chat “.*” was deleted\./)
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByText(/^Your message was not sent/)).toBeNull())
})

it('is not offered by a service without the extension, and costs no request there', async () => {
  const requests: string[] = []
  const { user, field } = await open({
    documentedOnly: true,
    respond: request => {
      requests.push(request.url)
      return undefined
    },
  })
  await user.type(field, 'Good luck!')
  expect(screen.queryByRole('button', { name: 'Send later' })).toBeNull()
  expect(requests.filter(url => url.includes('scheduled'))).toEqual([])
})
