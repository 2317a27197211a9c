import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../../../testing/renderApp.tsx'

/** Homework of 8b. Aiko Tanaka handed in only the first. */
const fractions = 1
const coming = 7

async function open(id: number, indexedDB: IDBFactory) {
  const uploads: string[] = []
  const app = await renderApp({
    as: 'tanaka',
    indexedDB,
    extensions: false,
    at: `/classes/1/homework/${id}`,
    respond({ method, url }) {
      const { pathname } = new URL(url)
      if (method === 'POST' && pathname === '/api/v2/documents') uploads.push(pathname)
      const isHandIn = method === 'POST' && pathname.endsWith(`/todos/${coming}/submissions`)
      return isHandIn ? new Response(null, { status: 404 }) : undefined
    },
  })
  return { app, uploads, user: userEvent.setup() }
}

describe('with a service without the endpoint for handing in', () => {
  it('keeps the text, does not upload, and hides the form', async () => {
    const indexedDB = new IDBFactory()
    const { user, uploads } = await open(coming, indexedDB)
    await user.type(await screen.findByLabelText('Comment'), 'My notes.')
    const notes = new File(['Exercise 2: 3/4\n'], 'notes.txt', { type: 'text/plain' })
    await user.upload(await screen.findByLabelText('Choose files'), notes)
    await screen.findByText('notes.txt')
    await user.click(screen.getByRole('button', { name: 'Hand in' }))
    await screen.findByRole('alert')
    await user.click(await screen.findByRole('button', { name: 'Back to the form' }))
    await screen.findByText(/^Your school’s service does not offer handing in here\./)
    await screen.findByText('My notes.')
    expect(screen.queryByRole('button', { name: 'Hand in' })).toBeNull()
    expect(uploads).toEqual([])

    const storedEntries = { ...sessionStorage }
    cleanup()
    // A reload keeps session storage, but renderApp starts with an empty one.
    const again = await open(fractions, indexedDB)
    for (const [key, value] of Object.entries(storedEntries)) sessionStorage.setItem(key, value)
    await again.app.router.navigate(`/classes/1/homework/${coming}`)
    await screen.findByText(/^Your school’s service does not offer handing in here\./)
    expect(screen.queryByRole('button', { name: 'Hand in' })).toBeNull()
  })
})
