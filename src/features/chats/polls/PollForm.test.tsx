import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { clickSuspending, createTestChat } from '../../../testing/chats/testPolls.ts'
import { stubElementSizes } from '../../../testing/stubElementSizes.ts'

stubElementSizes()

describe('a new poll', () => {
  const open = async () => {
    await clickSuspending(await screen.findByRole('button', { name: 'Poll' }))
    return screen.findByRole('dialog', { name: 'New poll' })
  }
  const option = (number: number) =>
    screen.getByRole<HTMLInputElement>('textbox', { name: `Answer ${number}` })
  const texts = () =>
    screen.getAllByRole<HTMLInputElement>('textbox', { name: /^Answer/ }).map(({ value }) => value)

  it('is written by keyboard, restored after reload, sent once', async () => {
    const indexedDB = new IDBFactory()
    const first = await createTestChat({ indexedDB, texts: ['Hello'] })
    await first.openChat()
    await open()
    const { user } = first
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Question' })),
    )
    await user.keyboard('Which film?')
    // In Safari, the Enter that ends an IME composition has key code 229.
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'Question' }), { key: 'Enter', keyCode: 229 })
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Question' }))
    await user.keyboard('{Enter}Krabat')
    fireEvent.keyDown(option(1), { key: 'Enter', keyCode: 229 })
    expect(document.activeElement).toBe(option(1))
    await user.keyboard('{Enter}The Wave{Enter}Games')
    expect(texts()).toEqual(['Krabat', 'The Wave', 'Games'])
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
    expect(texts()).toEqual(['Krabat', 'Games', 'The Wave'])
    expect(document.activeElement).toBe(option(2))
    option(3).focus()
    await user.keyboard('{Enter}')
    await user.paste('- Krabat\n- Nothing\n')
    expect(texts()).toEqual(['Krabat', 'Games', 'The Wave', 'Krabat', 'Nothing'])
    await user.click(screen.getByRole('checkbox', { name: /^Anonymous/ }))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    cleanup()

    const second = await createTestChat({ indexedDB, texts: ['Hello'] })
    await second.openChat()
    await open()
    expect(texts()).toEqual(['Krabat', 'Games', 'The Wave', 'Krabat', 'Nothing'])
    await second.user.click(screen.getByRole('button', { name: /^Send poll/ }))
    await screen.findByText('This answer is already there.')
    expect(document.activeElement).toBe(option(4))
    await second.user.clear(option(4))
    await second.user.keyboard('{Backspace}')
    expect(texts()).toEqual(['Krabat', 'Games', 'The Wave', 'Nothing'])
    await second.user.dblClick(screen.getByRole('button', { name: /^Send poll/ }))
    await screen.findByRole('group', { name: 'Which film?' })
    expect(screen.queryByRole('dialog')).toBeNull()
    const sent = (await second.listMessages()).filter(({ has_poll }) => has_poll)
    expect(
      sent.map(({ text, poll: its }) => [text, its?.is_anonymous, its?.options.map(one => one.text)]),
    ).toEqual([['Which film?', true, ['Krabat', 'Games', 'The Wave', 'Nothing']]])
    await waitFor(() => expect(document.activeElement?.closest('form')).not.toBeNull())
    await open()
    expect(texts()).toEqual(['', ''])
  })

  it('shows missing values at the fields', async () => {
    const { openChat, writes, user } = await createTestChat({ texts: ['Hello'] })
    await openChat()
    await open()
    await user.click(screen.getByRole('button', { name: /^Send poll/ }))
    expect(document.activeElement).toBe(
      screen.getByRole('textbox', { name: 'Question', description: 'Enter a question.' }),
    )
    screen.getByRole('textbox', { name: 'Answer 1', description: 'Enter an answer, or remove it.' })
    await user.keyboard('When?')
    expect(screen.queryByText('Enter a question.')).toBeNull()
    expect(writes).toEqual([])
  })
})
