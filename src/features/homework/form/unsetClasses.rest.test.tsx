import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  createLostResponse,
  fillIn,
  findTask,
  openNewHomework,
  recordPosts,
  setButton,
  sixC,
} from '../../../testing/newHomeworkForm.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const isHomeworkList = ({ method, url }: Request) =>
  method === 'GET' && /\/homeworks$/.test(new URL(url).pathname)

describe('homework that is not set in every class', () => {
  it('is not sent while the browser is offline, and keeps the text', async () => {
    const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    await openNewHomework({
      respond() {
        if (!navigator.onLine) throw new TypeError('Failed to fetch')
        return undefined
      },
    })
    await fillIn('Unit 4, p. 37')
    isOnline.mockReturnValue(false)
    await userEvent.click(setButton())
    await screen.findByText(/^Not set in 8b\. /)
    await screen.findByText(/^Not set in 6c\. /)
    screen.getByText('“Unit 4, p. 37”: set in 0 of 3 classes.')
    expect(screen.queryByText('Not known')).toBeNull()
    isOnline.mockReturnValue(true)
    expect(screen.queryByRole('button', { name: 'Leave out the other classes' })).toBeNull()
    await userEvent.click(await screen.findByRole('button', { name: 'Back to the form' }))
    expect(await findTask()).toHaveProperty('value', 'Unit 4, p. 37')
    await userEvent.click(setButton())
    await screen.findByText('“Unit 4, p. 37”: set in 3 of 3 classes.')
  })

  it('offers the form if the result is not known, and finds the homework before it is sent again', async () => {
    let isLost = true
    let isUnreadable = false
    const app = await openNewHomework({
      withoutKeys: true,
      respond: request => (isUnreadable && isHomeworkList(request) ? createLostResponse() : undefined),
    })
    const { posts } = recordPosts(app, async (_course, pass) => {
      const response = await pass()
      isUnreadable = isLost
      return isLost ? createLostResponse() : response
    })
    await fillIn('Unit 4, p. 38')
    await userEvent.click(setButton())
    await waitFor(() => expect(screen.getAllByText('Not known')).toHaveLength(3))
    expect(screen.queryByRole('button', { name: 'Leave out the other classes' })).toBeNull()
    await userEvent.click(await screen.findByRole('button', { name: 'Back to the form' }))
    expect(await findTask()).toHaveProperty('value', 'Unit 4, p. 38')
    isLost = false
    isUnreadable = false
    await userEvent.click(setButton())
    await screen.findByText('“Unit 4, p. 38”: set in 3 of 3 classes.')
    expect(posts.toSorted()).toEqual([1, 2, 3])
  })

  it('checks an unknown result when the browser is online again', async () => {
    let isUnreadable = false
    const app = await openNewHomework({
      withoutKeys: true,
      respond: request => (isUnreadable && isHomeworkList(request) ? createLostResponse() : undefined),
    })
    recordPosts(app, async (_course, pass) => {
      await pass()
      isUnreadable = true
      return createLostResponse()
    })
    await fillIn('Unit 4, p. 39')
    await userEvent.click(setButton())
    await waitFor(() => expect(screen.getAllByText('Not known')).toHaveLength(3))
    isUnreadable = false
    window.dispatchEvent(new Event('online'))
    await screen.findByText('“Unit 4, p. 39”: set in 3 of 3 classes.')
  })

  it('asks before it leaves out classes', async () => {
    const app = await openNewHomework()
    recordPosts(app, async (course, pass) => (course === sixC ? new Response('', { status: 403 }) : pass()))
    await fillIn('Unit 4, p. 40')
    await userEvent.click(setButton())
    await userEvent.click(await screen.findByRole('button', { name: 'Leave out the other classes' }))
    const dialog = await screen.findByRole('dialog', { name: 'Leave out 6c?' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Keep the draft' }))
    await screen.findByText('“Unit 4, p. 40”: set in 2 of 3 classes.')
    await userEvent.click(screen.getByRole('button', { name: 'Leave out the other classes' }))
    const again = await screen.findByRole('dialog', { name: 'Leave out 6c?' })
    await userEvent.click(within(again).getByRole('button', { name: 'Leave out' }))
    await screen.findByText('Homework set in 2 classes: “Unit 4, p. 40”.')
  })
})
