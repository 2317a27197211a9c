import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderApp } from '../../../testing/renderApp.tsx'

/** Homework of 8b that Aiko Tanaka has not handed in. */
const coming = 7

async function open() {
  const uploads: string[] = []
  await renderApp({
    as: 'tanaka',
    extensions: false,
    at: `/classes/1/homework/${coming}`,
    respond({ method, url }) {
      const { pathname } = new URL(url)
      if (method === 'POST' && pathname === '/api/v2/documents') uploads.push(pathname)
      const isHandIn = method === 'POST' && pathname.endsWith(`/todos/${coming}/submissions`)
      return isHandIn ? new Response(null, { status: 404 }) : undefined
    },
  })
  return { uploads, user: userEvent.setup() }
}

it('keeps the text and sends no files if the service does not offer handing in', async () => {
  const { user, uploads } = await open()
  await user.type(await screen.findByLabelText('Comment'), 'My notes.')
  const notes = new File(['Exercise 2: 3/4\n'], 'notes.txt', { type: 'text/plain' })
  await user.upload(await screen.findByLabelText('Choose files'), notes)
  await screen.findByText('notes.txt')
  await user.click(screen.getByRole('button', { name: 'Hand in' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Your school’s service does not offer this.')
  await user.click(await screen.findByRole('button', { name: 'Back to the form' }))
  expect(await screen.findByLabelText('Comment')).toHaveProperty('value', 'My notes.')
  await screen.findByText('notes.txt')
  expect(uploads).toEqual([])
})
