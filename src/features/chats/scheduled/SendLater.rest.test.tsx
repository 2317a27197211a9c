import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { chats } from '../../../contract/chats.ts'
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

async function openTimes(user: UserEvent, field: HTMLElement, text = 'Good luck!') {
  await user.type(field, text)
  await user.click(await screen.findByRole('button', { name: 'Send later' }))
  return within(await screen.findByRole('dialog', { name: 'Send later' }))
}

async function schedule(text: string, time: RegExp, options: RenderOptions = {}) {
  const opened = await open(options)
  const { user, field } = opened
  const dialog = await openTimes(user, field, text)
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
  it('shows its time, leaves the field, and appears in the chat at its time', async () => {
    const { field, textsOf, sendDue } = await schedule('Good luck!', /^Mon 23 Nov, 07:30$/)
    await screen.findByText('Will be sent: Mon 23 Nov, 07:30. Only you can see it.')
    await waitFor(() => expect(field.value).toBe(''))
    await screen.findByText('The message will be sent: Mon 23 Nov, 07:30.')
    expect(await textsOf('messages')).not.toContain('Good luck!')
    await sendDue()
    expect(await textsOf('messages')).toContain('Good luck!')
    expect(await textsOf('scheduled_messages')).toEqual([])
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

  it('is scheduled and sent once on double clicks', async () => {
    const posts: string[] = []
    const { user, field, textsOf } = await open({
      respond: request => {
        if (request.method === 'POST' && request.url.includes('scheduled_messages')) posts.push(request.url)
        return undefined
      },
    })
    const pressTwice = (button: HTMLElement) => {
      fireEvent.click(button)
      fireEvent.click(button)
    }
    const dialog = await openTimes(user, field)
    pressTwice(await dialog.findByRole('button', { name: 'Today, 18:00' }))
    await screen.findByText(/^Will be sent: /)
    expect(posts).toHaveLength(1)
    pressTwice(await screen.findByRole('button', { name: 'Send now: Good luck!' }))
    await waitFor(async () => expect(await textsOf('messages')).toContain('Good luck!'))
    await waitFor(() => expect(screen.queryByText(/^Will be sent/)).toBeNull())
    expect(posts).toHaveLength(2)
  })

  it('can be sent at once', async () => {
    const { user, textsOf } = await schedule('Good luck!', /^Today, 18:00$/)
    await user.click(await screen.findByRole('button', { name: 'Send now: Good luck!' }))
    await waitFor(async () => expect(await textsOf('messages')).toContain('Good luck!'))
    await waitFor(() => expect(screen.queryByText(/^Will be sent/)).toBeNull())
  })
})

it('another time is checked before the text is scheduled', async () => {
  const { user, field, textsOf } = await open()
  const dialog = await openTimes(user, field)
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
  expect(await textsOf('messages')).not.toContain('Good luck!')
})

it('days without school are not suggested, and are named for another time', async () => {
  const { app, user, field } = await open()
  const { school_id } = await app.service.db
    .selectFrom('holidays')
    .select('school_id')
    .executeTakeFirstOrThrow()
  await app.service.db
    .insertInto('holidays')
    .values({ school_id, date: '2026-11-19', name: 'Snow' })
    .execute()
  const dialog = await openTimes(user, field)
  // The seed school has a training day on Friday.
  await dialog.findByRole('button', { name: 'Mon 23 Nov, 07:30' })
  expect(
    dialog.getAllByRole('button', { name: /, \d\d:\d\d$/ }).map(({ textContent }) => textContent),
  ).toEqual(['Today, 18:00', 'Mon 23 Nov, 07:30'])
  const dayField = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Day' })
  expect(dayField.value).toBe('23/11/2026')
  await user.clear(dayField)
  await user.type(dayField, '19.11.2026')
  await dialog.findByText('Thursday 19 November 2026. There is no school on this day.')
})

it('a request for confirmation, a reminder and files say why they can’t be sent later', async () => {
  const { app, user, field, textsOf } = await open()
  const expectReason = async (reason: RegExp) => {
    const button = screen.getByRole('button', { name: 'Send later' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await user.hover(button)
    expect((await screen.findByRole('tooltip')).textContent).toMatch(reason)
    await user.unhover(button)
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
  }
  await user.type(field, 'No lunch')
  await user.click(screen.getByRole('button', { name: 'Please confirm' }))
  await expectReason(/^A request for confirmation can’t be sent later\./)
  await user.click(screen.getByRole('button', { name: 'Please confirm' }))

  await user.upload(
    screen.getByLabelText('Choose files'),
    new File(['x'], 'plan.txt', { type: 'text/plain' }),
  )
  await screen.findByText('plan.txt')
  await expectReason(/^Files can’t be sent later\./)

  await user.click(screen.getByRole('button', { name: /^Remove .*plan\.txt/ }))
  await user.clear(field)
  await app.router.navigate(paths.chat(class8b), {
    state: { toWrite: true, message: 'Please hand in.', remindsOf: 1 },
  })
  await waitFor(() => expect(field.value).toBe('Please hand in.'))
  await expectReason(/^A reminder can’t be sent later/)
  expect(await textsOf('scheduled_messages')).toEqual([])
})

it('a refused time is explained in the dialog, and the text stays', async () => {
  const { user, field } = await open({
    respond: request =>
      request.url.endsWith('/scheduled_messages') && request.method === 'POST'
        ? Response.json({ error: { message: 'Please wait.' } }, { status: 403 })
        : undefined,
  })
  const dialog = await openTimes(user, field)
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
  // The list of chats does not repeat the line of the open chat.
  expect(screen.queryByText(/^Your message was not sent/)).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Remove: Good luck!' }))
  await waitFor(() => expect(screen.queryByText(/^Not sent \(/)).toBeNull())
  expect(await textsOf('scheduled_messages')).toEqual([])
})

it('a message that could not be sent is also shown above the chats, if another chat is open', async () => {
  const { app, sendDue } = await schedule('Good luck!', /^Today, 18:00$/)
  await setWriteAccess(app, 0)
  await sendDue()
  const { rows } = await app.api.call(chats.list, {})
  const other = rows.find(({ id }) => id !== class8b)
  await app.router.navigate(paths.chat(other?.id ?? 0))
  await app.api.queryClient.invalidateQueries()
  await screen.findByText(/^Your message was not sent: you could not write in the chat “.*”\./)
})

it('the list of chats shows a message of a deleted chat', async () => {
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
