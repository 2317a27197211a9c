import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { paths } from '../../../paths.ts'
import { stubElementSizes } from '../../../testing/stubElementSizes.ts'
import { namesInGroup, openDesk, pupilGroup, pupilList, taskHeading } from '../../../testing/testDesk.tsx'

stubElementSizes()
afterEach(() => void vi.useRealTimers())

describe('returning a correction', () => {
  const findField = () => screen.findByRole('textbox', { name: /^Feedback/ })
  const returnNext = '{Control>}{Enter}{/Control}'

  it('opens the next pupil, and does not refetch the list', async () => {
    const { user, calls, router, sleep } = await openDesk()
    const names = await namesInGroup('To mark')
    await taskHeading(names[0] ?? '')
    await user.keyboard('c')
    await user.type(await findField(), 'Neat.')
    expect(await (await pupilGroup('To mark')).findByText('Draft')).toBeTruthy()
    const callCount = calls.length
    await user.keyboard(returnNext)
    await taskHeading(names[1] ?? '')
    await waitFor(async () => expect(await namesInGroup('Marked')).toContain(names[0]))
    await waitFor(async () => expect(await namesInGroup('To mark')).toEqual(names.slice(1)))
    await waitFor(async () => expect((await pupilList()).getByText(/^4$/, { selector: 'b' })).toBeTruthy())
    sleep(10_000)
    await waitFor(() => expect(calls.slice(callCount).some(call => call.startsWith('POST'))).toBe(true))
    await waitFor(async () => expect((await pupilGroup('Marked')).queryByText('Sending')).toBeNull())
    expect(await namesInGroup('To mark')).toEqual(names.slice(1))
    const requests = calls.slice(callCount).filter(call => !call.includes('/documents/'))
    expect(requests.filter(call => call.startsWith('POST'))).toHaveLength(1)
    expect(requests).not.toContain('GET /todos/1/submissions')
    expect(router.state.location.pathname).not.toBe(paths.desk(1, 1))
    await waitFor(() => expect(document.activeElement?.textContent).toBe(names[1]))
  })

  it('shows that all is corrected at the end', async () => {
    const { service, router, user } = await openDesk({ to: paths.homework(1) })
    const last = 14
    await service.db.deleteFrom('submissions').where('todo_id', '=', 1).where('user_id', '!=', last).execute()
    await act(() => router.navigate(paths.desk(1, 1)))
    await taskHeading('Aiko Tanaka')
    await user.keyboard('c')
    await user.type(await findField(), 'Neat.')
    await user.keyboard(returnNext)
    expect(await taskHeading('All marked')).toBeTruthy()
    expect(router.state.location.pathname).toBe(paths.desk(1, 1))
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Overview' })).toBeTruthy()
  })

  it('returns all drafts from the header', async () => {
    const { user } = await openDesk()
    const names = await namesInGroup('To mark')
    await taskHeading(names[0] ?? '')
    const getReturnAllButton = () => screen.getByRole('button', { name: /^Return all drafts/ })
    expect(getReturnAllButton().getAttribute('aria-disabled')).toBe('true')
    await user.keyboard('c')
    await user.type(await findField(), 'Neat.')
    await waitFor(() => expect(getReturnAllButton().textContent).toContain('1'))
    await user.click(getReturnAllButton())
    expect(await screen.findByText(/^Returning 1 draft in/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo all' }))
    expect(await (await pupilGroup('To mark')).findByText('Draft')).toBeTruthy()
  })
})

describe('hostile comments', () => {
  it('appear as text without loading content', async () => {
    const { user } = await openDesk()
    const names = await namesInGroup('To mark')
    // These pupils handed in hostile comments.
    for (const name of names) {
      await taskHeading(name ?? '')
      expect(document.querySelector('main :is(script, iframe, base, style, svg image)')).toBeNull()
      expect(document.querySelector('main :is(img, a)[src^="http"], main a[href^="java"]')).toBeNull()
      await user.keyboard('j')
    }
    expect(names).toHaveLength(16)
  })
})

describe('changes by another teacher', () => {
  it('appear after a refetch, without closing the pupil', async () => {
    const { service, address, calls } = await openDesk()
    await taskHeading('Ilja Horvat')
    const [, second] = await namesInGroup('To mark')
    const openAddress = address()
    const id = (
      await service.db
        .selectFrom('users')
        .select('id')
        .where('name', '=', second ?? '')
        .executeTakeFirstOrThrow()
    ).id
    await service.db
      .updateTable('submissions')
      .set({
        corrected_at: new Date(service.clock()).toISOString(),
        teacher_correction: 'Done',
        corrected_by_user_id: 2,
      })
      .where('user_id', '=', id)
      .where('todo_id', '=', 1)
      .execute()
    expect(await namesInGroup('To mark')).toContain(second)
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + 2 * 60_000)
    const callCount = calls.length
    act(() => {
      window.dispatchEvent(new Event('visibilitychange'))
    })
    await waitFor(async () => expect(await namesInGroup('Marked')).toContain(second))
    vi.useRealTimers()
    expect(calls.slice(callCount)).toContain('GET /todos/1/submissions')
    expect(address()).toBe(openAddress)
  })
})
