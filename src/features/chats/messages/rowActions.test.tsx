import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { clickSuspending, createTestChat, errorResponse } from '../../../testing/chats/testPolls.ts'
import type { Rendered } from '../../../testing/renderApp.tsx'
import { stubElementSizes } from '../../../testing/stubElementSizes.ts'

stubElementSizes()

describe('a reaction', () => {
  it('is added and withdrawn by keyboard', async () => {
    const { id, listMessages, post, app, openChat, user } = await createTestChat({
      texts: ['The bus leaves at 8.'],
    })
    const react = async (emoji: string) =>
      post(
        `/chats/${id}/messages/${(await listMessages()).at(-1)?.id}/reactions`,
        { emoji },
        await app.service.signIn('ruiz'),
      )
    await react('👍')
    await openChat()
    const thumbs = await screen.findByRole('button', { name: 'thumbs up, 1' })
    await user.click(thumbs)
    await screen.findByRole('button', { name: 'thumbs up, 2, you too', pressed: true })
    await waitFor(async () => expect((await listMessages()).at(-1)?.reactions).toMatchObject([{ count: 2 }]))
    await clickSuspending(
      within(screen.getByRole('list', { name: 'Reactions' })).getByRole('button', { name: 'React' }),
    )
    const choice = await screen.findByRole('dialog', { name: 'Choose a reaction' })
    await waitFor(() => expect(choice.contains(document.activeElement)).toBe(true))
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{Enter}')
    await screen.findByRole('button', { name: 'celebration, 1, you', pressed: true })
    await user.click(screen.getByRole('button', { name: 'thumbs up, 2, you too' }))
    await screen.findByRole('button', { name: 'thumbs up, 1', pressed: false })
    await waitFor(async () =>
      expect((await listMessages()).at(-1)?.reactions).toMatchObject([
        { emoji: '👍', count: 1 },
        { emoji: '🎉', count: 1 },
      ]),
    )
  })
})

describe('deleting a message', () => {
  const undo = (text: string) => screen.findByRole('button', { name: `Undo: Message deleted: ${text}` })
  const passTenSeconds = ({ service }: Rendered) => {
    service.advance(10_000)
    // The sender checks the clock again.
    window.dispatchEvent(new Event('online'))
  }
  const pressDelete = async (text: string) => {
    const row = await screen.findByRole('article', { name: new RegExp(text) })
    row.focus()
    // Deleting others’ messages loads the confirmation dialog.
    await act(async () => fireEvent.keyDown(row, { key: 'Delete' }))
  }

  it('can be undone, and is sent after ten seconds', async () => {
    const { app, listMessages, openChat, writes } = await createTestChat({ texts: ['One', 'Two', 'Three'] })
    await openChat()
    await pressDelete('One')
    await pressDelete('Two')
    await waitFor(() => expect(screen.queryByRole('article', { name: /One/ })).toBeNull())
    await userEvent.click(await undo('Two'))
    await screen.findByRole('article', { name: /Two/ })
    expect(writes).toEqual([])
    passTenSeconds(app)
    await waitFor(async () =>
      expect((await listMessages()).map(({ text }) => text)).toEqual(['Two', 'Three']),
    )
    expect(writes.length).toBe(1)
    expect(screen.queryByRole('article', { name: /One/ })).toBeNull()
  })

  it('asks an administrator, and restores a refused deletion', async () => {
    const { app, id, listMessages, post, openChat } = await createTestChat({
      texts: ['First'],
      respond: request => (request.method === 'DELETE' ? errorResponse(403) : undefined),
    })
    await post(`/chats/${id}/messages`, { text: 'Silly' }, await app.service.signIn('sommer'))
    await openChat()
    await pressDelete('Silly')
    const dialog = await screen.findByRole('dialog', { name: 'Delete Mika Sommer’s message?' })
    await userEvent.click(
      within(dialog).getByRole('button', { name: 'Delete Mika Sommer’s message for everyone' }),
    )
    await undo('Mika Sommer: Silly')
    expect(screen.queryByRole('article', { name: /Silly/ })).toBeNull()
    passTenSeconds(app)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toMatch(/^Message deleted: Mika Sommer: Silly Not sent\. /)
    await screen.findByRole('article', { name: /Silly/ })
    expect((await listMessages()).length).toBe(2)
  })
})
