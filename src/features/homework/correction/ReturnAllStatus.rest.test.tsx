import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { RenderOptions } from '../../../testing/renderApp.tsx'
import { openCorrection, withoutBackgroundCalls } from '../../../testing/testDesk.tsx'

/** Opens the desk at Mika Sommer. */
async function openDesk(options: RenderOptions = {}) {
  const opened = await openCorrection('mika', options)
  const getReturnedPupils = () =>
    opened.app.service.db
      .selectFrom('submissions')
      .select('user_id')
      .where('todo_id', '=', 1)
      .where('points', '=', 9)
      .execute()
  return { ...opened, getReturnedPupils }
}

const getWorkLabel = () =>
  screen.getByRole('region', { name: /^What .+ handed in$/ }).getAttribute('aria-label')

describe('correcting one after another', () => {
  it('sends one verifying read and one write per pupil', async () => {
    const { app, user, findPoints, calls, getReturnedPupils } = await openDesk()
    // Let the first screen and the number to mark load.
    await screen.findAllByRole('link', { name: /to mark in 8b$/ })
    await waitFor(() => expect(app.api.queryClient.isFetching()).toBe(0))
    calls.length = 0
    // Few enough to finish before the next poll after a minute.
    const count = 4
    for (let returned = 0; returned < count; returned += 1) {
      const before = getWorkLabel()
      await findPoints()
      await user.keyboard('p9{Control>}{Enter}{/Control}')
      await waitFor(() => expect(getWorkLabel()).not.toBe(before))
    }
    expect(withoutBackgroundCalls(calls)).toEqual([])
    app.sleep(10_000)
    await waitFor(async () => expect(await getReturnedPupils()).toHaveLength(count))
    await waitFor(() => expect(calls.filter(call => call.startsWith('POST'))).toHaveLength(count))
    const reads = calls.filter(call => /^GET \/todos\/1\/submissions\/\d+$/.test(call))
    expect(new Set(reads).size).toBe(count)
    // The counts of the class are read again after each write.
    const counts = (call: string) => call === 'GET /courses/1/homeworks'
    expect(withoutBackgroundCalls(calls).filter(call => !counts(call))).toHaveLength(2 * count)
  })
})

describe('returning all drafts', () => {
  const findReturnAllButton = () => screen.findByRole('button', { name: /^Return all drafts ?\(2\)$/ })
  const oneDraft = (options: RenderOptions = {}) => withDrafts(['9'], options)
  /** Creates two valid drafts, and one with invalid points. */
  const twoDrafts = (options: RenderOptions = {}) => withDrafts(['9', '9', 'nine'], options)
  const withDrafts = async (points: readonly string[], options: RenderOptions) => {
    const opened = await openDesk(options)
    for (const typed of points) {
      await opened.findPoints()
      const before = getWorkLabel()
      await opened.user.keyboard(`p${typed}{Escape}k`)
      await waitFor(() => expect(getWorkLabel()).not.toBe(before))
    }
    return opened
  }

  it('can be undone for 10 s', async () => {
    const { user, getReturnedPupils } = await twoDrafts()
    await user.click(await findReturnAllButton())
    expect(await screen.findByText(/^Returning 2 drafts in 10 s/)).toBeTruthy()
    expect(screen.getByText('1 draft was left out:')).toBeTruthy()
    await user.dblClick(screen.getByRole('button', { name: 'Undo all' }))
    await findReturnAllButton()
    await waitFor(() => expect(screen.queryByText(/^Returning 2 drafts in/)).toBeNull())
    expect(await getReturnedPupils()).toEqual([])
  })

  it('sends each draft once', async () => {
    const { app, user, calls, getReturnedPupils } = await twoDrafts()
    calls.length = 0
    await user.click(await findReturnAllButton())
    await screen.findByText(/^Returning 2 drafts in/)
    app.sleep(10_000)
    expect(await screen.findByText(/^All 2 drafts were returned\./)).toBeTruthy()
    await waitFor(async () => expect(await getReturnedPupils()).toHaveLength(2))
    expect(calls.filter(call => call.startsWith('POST'))).toHaveLength(2)
  })

  it('lists omitted drafts until closed', async () => {
    const { app, user } = await twoDrafts()
    const getOmitted = () => screen.queryByText('1 draft was left out:')
    await user.click(await findReturnAllButton())
    await screen.findByText(/^Returning 2 drafts in/)
    app.sleep(10_000)
    await screen.findByText(/^All 2 drafts were returned\./)
    await act(async () => app.sleep(60_000))
    expect(getOmitted() && screen.queryByText(/: points must be a number$/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(getOmitted()).toBeNull())
  })

  it('shows for 10 s that it has finished', async () => {
    const { app, user } = await oneDraft()
    await user.click(await screen.findByRole('button', { name: /^Return all drafts ?\(1\)$/ }))
    await screen.findByText(/^Returning 1 draft in/)
    app.sleep(10_000)
    await screen.findByText(/^1 draft was returned\./)
    app.sleep(9_000)
    expect(screen.queryByText(/^1 draft was returned\./)).toBeTruthy()
    app.sleep(1_000)
    await waitFor(() => expect(screen.queryByText(/^1 draft was returned\./)).toBeNull())
  })
})
