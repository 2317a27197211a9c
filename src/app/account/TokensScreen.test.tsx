import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderApp } from '../../testing/renderApp.tsx'

it('revokes a token once on a double click', async () => {
  let tokens = [
    { id: 5, name: 'Script', scopes: ['me'], created_at: '2026-11-18 08:00:00' },
    { id: 6, name: 'Other', scopes: ['me'], created_at: '2026-11-18 08:00:00' },
  ]
  const requests: string[] = []
  await renderApp({
    as: 'albrecht',
    at: '/settings/tokens',
    respond({ method, url }) {
      const { pathname } = new URL(url)
      if (!pathname.startsWith('/api/v2/personal_access_tokens')) return undefined
      requests.push(method)
      if (method === 'GET') return Response.json(tokens)
      tokens = tokens.filter(({ id }) => id !== 5)
      return new Response(null, { status: 204 })
    },
  })
  await userEvent.dblClick(await screen.findByRole('button', { name: 'Revoke Script' }))
  await screen.findByText('Token “Script” is revoked.')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Revoke Script' })).toBeNull())
  screen.getByRole('button', { name: 'Revoke Other' })
  expect(requests.filter(method => method === 'DELETE')).toHaveLength(1)
  expect(screen.queryByRole('alert')).toBeNull()
})
