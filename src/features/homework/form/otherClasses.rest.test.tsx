import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import {
  classButton,
  createLostResponse,
  fillIn,
  findResult,
  findStored,
  findTask,
  getClass,
  getDue,
  newHomeworkAddress,
  openNewHomework,
  recordPosts,
  setButton,
  sixC,
} from '../../../testing/newHomeworkForm.ts'
import { renderApp } from '../../../testing/renderApp.tsx'
import { HomeworkDraft } from './homeworkDraft.ts'

describe('homework for several classes', () => {
  it('is set in each class for its next lesson, with one key per class', async () => {
    const app = await openNewHomework()
    // 10a has English on Thursday. Without its lessons on Thursday, 6c has English on Monday.
    await app.service.db
      .deleteFrom('timetable_entries')
      .where('course_id', '=', sixC)
      .where('weekday', '=', 4)
      .execute()
    const { posts, keys } = recordPosts(app, async (_course, pass) => pass())
    await fillIn('Unit 4, p. 31')
    const due = ['10a', '6c'].map(getDue)
    expect(due).toEqual(['19/11/2026', '23/11/2026'])
    await userEvent.click(setButton())
    await screen.findByText('“Unit 4, p. 31”: set in 3 of 3 classes.')
    expect(posts.toSorted()).toEqual([1, 2, 3])
    expect(new Set(keys).size).toBe(3)
    const stored = await findStored(app, 'Unit 4, p. 31')
    expect(stored.map(({ course_id, name }) => [course_id, name])).toEqual([
      [1, 'English'],
      [2, 'English'],
      [3, 'English'],
    ])
    expect(stored.slice(1).map(({ due_at }) => due_at.slice(0, 10).split('-').reverse().join('/'))).toEqual(
      due,
    )
    const link = (await findResult('6c')).getByRole('link', { name: 'Open the homework of 6c' })
    expect(link.getAttribute('href')).toBe(`/classes/3/homework/${stored[2]?.id}`)
    await userEvent.click(screen.getByRole('button', { name: 'Done' }))
    await screen.findByText('Homework set in 3 classes: “Unit 4, p. 31”.')
    expect(screen.queryByRole('dialog')).toBeNull()
    await app.router.navigate(newHomeworkAddress)
    expect(await findTask()).toHaveProperty('value', '')
  })

  it('is due after today, even if the class has the subject later today', async () => {
    const app = await openNewHomework()
    const { db } = app.service
    await db.deleteFrom('timetable_entries').where('course_id', '=', sixC).where('weekday', '=', 3).execute()
    // Thursday's lessons, with English, move to this afternoon.
    const lastUnit = db
      .selectFrom('timetable_entries')
      .select(({ fn }) => fn.max('unit_id').as('unit_id'))
      .where('course_id', '=', sixC)
    await db
      .updateTable('timetable_entries')
      .set({ weekday: 3, unit_id: lastUnit })
      .where('course_id', '=', sixC)
      .where('weekday', '=', 4)
      .execute()
    await fillIn('Unit 4, p. 31')
    expect(getDue('6c')).toEqual('23/11/2026')
  })

  it('names a failed class, and sends only this one again, also after a reload', async () => {
    const indexedDB = new IDBFactory()
    const first = await openNewHomework({ indexedDB })
    const refuse = async (course: number, pass: () => Promise<Response>) =>
      course === sixC ? new Response('', { status: 403 }) : pass()
    recordPosts(first, refuse)
    await fillIn('Unit 4, p. 32')
    await userEvent.click(setButton())
    await screen.findByText(/^Not set in 6c\. /)
    await screen.findByText('“Unit 4, p. 32”: set in 2 of 3 classes.')
    expect((await findResult('8b')).queryByRole('button')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Back to the form' })).toBeNull()
    cleanup()
    const second = await openNewHomework({ indexedDB })
    const { posts } = recordPosts(second, async (_course, pass) => pass())
    await screen.findByText('“Unit 4, p. 32”: set in 2 of 3 classes.')
    await userEvent.click(await screen.findByRole('button', { name: 'Try again in 6c' }))
    await screen.findByText('“Unit 4, p. 32”: set in 3 of 3 classes.')
    expect(posts).toEqual([sixC])
  })

  it('returns to the form if it was set in no class', async () => {
    const app = await openNewHomework()
    recordPosts(app, async () => new Response('', { status: 403 }))
    await fillIn('Unit 4, p. 33')
    await userEvent.click(setButton())
    await userEvent.click(await screen.findByRole('button', { name: 'Back to the form' }))
    expect(await findTask()).toHaveProperty('value', 'Unit 4, p. 33')
    expect((await classButton('6c')).getAttribute('aria-pressed')).toBe('true')
  })

  it('is found in the list of its class after a lost response', async () => {
    const app = await openNewHomework({ withoutKeys: true })
    const { posts } = recordPosts(app, async (course, pass) => {
      const response = await pass()
      return course === sixC ? createLostResponse() : response
    })
    await fillIn('Unit 4, p. 34')
    await userEvent.click(setButton())
    await screen.findByText('“Unit 4, p. 34”: set in 3 of 3 classes.')
    expect(posts.toSorted()).toEqual([1, 2, 3])
    expect(await findStored(app, 'Unit 4, p. 34')).toHaveLength(3)
  })

  it('is stored in the draft with its classes', async () => {
    const indexedDB = new IDBFactory()
    await openNewHomework({ indexedDB })
    await fillIn('Unit 4, p. 35')
    await userEvent.selectOptions(getClass('6c').getByRole('combobox', { name: 'Subject' }), 'German')
    await screen.findByText(/^Draft saved /)
    cleanup()
    await openNewHomework({ indexedDB })
    expect(await findTask()).toHaveProperty('value', 'Unit 4, p. 35')
    await waitFor(() =>
      expect(getClass('6c').getByRole('option', { name: 'German', selected: true })).toBeTruthy(),
    )
  })

  it('uploads the attachments to each class', async () => {
    const bodies: string[] = []
    // The File classes of jsdom and Node differ, so no upload reaches the service.
    const app = await openNewHomework({
      respond: async request => {
        if (new URL(request.url).pathname !== '/api/v2/documents') return undefined
        bodies.push(await request.clone().text())
        return Response.json({
          id: 500 + bodies.length,
          name: 'sheet.txt',
          content_type: 'text/plain',
          size: 7,
        })
      },
    })
    await fillIn('Unit 4, p. 36')
    await userEvent.upload(
      within(screen.getByRole('dialog')).getByLabelText('Attachments'),
      new File(['a sheet'], 'sheet.txt', { type: 'text/plain' }),
    )
    await screen.findByRole('button', { name: 'Remove sheet.txt' })
    await userEvent.click(setButton())
    await screen.findByRole('button', { name: 'Done' })
    const stored = await findStored(app, 'Unit 4, p. 36')
    expect(stored).toHaveLength(3)
    expect(bodies).toHaveLength(3)
    for (const { id } of stored) expect(bodies.some(body => body.includes(`\r\ntodo.${id}\r\n`))).toBe(true)
  })

  it('asks for a missing subject of a class', async () => {
    // 6c does not have Physics.
    const app = await openNewHomework()
    const { posts } = recordPosts(app, async (_course, pass) => pass())
    await userEvent.type(await findTask(), 'The lever')
    const form = within(screen.getByRole('dialog'))
    await userEvent.selectOptions(form.getByRole('combobox', { name: 'Subject' }), 'Physics')
    await screen.findByRole('button', { name: /^Next Physics lesson: /, pressed: true })
    await userEvent.click(await classButton('6c'))
    const field = await getClass('6c').findByRole('combobox', { name: 'Subject' })
    await userEvent.click(setButton())
    await getClass('6c').findByText('Choose a subject.')
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(posts).toEqual([])
  })

  it('names the reason if the service does not list classes', async () => {
    await renderApp({ as: 'albrecht', at: newHomeworkAddress, documentedOnly: true })
    await screen.findByText(
      /^Your other classes can’t be listed, so this homework is set in this class only\./,
    )
  })

  it('is translated to German', async () => {
    await openNewHomework({ language: 'de' })
    await userEvent.click(await screen.findByRole('button', { name: '6c' }))
    screen.getByText('Auch für')
    await screen.findByRole('group', { name: '6c' })
  })
})

it('reads drafts of the previous build', () => {
  const stored = { lesson_id: 3, text: 'x', note: '', due: '', canHandIn: false, points: '', files: [] }
  expect(HomeworkDraft.parse(stored)).toMatchObject({ text: 'x', classes: [] })
})
