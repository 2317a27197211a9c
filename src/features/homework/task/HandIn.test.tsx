import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod/mini'
import { submissions } from '../../../contract/submissions.ts'
import { type Rendered, type RenderOptions, renderApp } from '../../../testing/renderApp.tsx'
import { stubBlobUrls } from '../../../testing/stubBlobUrls.ts'

/** Homework of 8b. Aiko Tanaka handed in only the first. */
const fractions = 1
const coming = 7

// pdf.js warns that jsdom is not a browser.
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(words => {
    expect(words).toBe('Warning: Please use the `legacy` build in Node.js environments.')
  })
})

stubBlobUrls()

type OpenOptions = Omit<RenderOptions, 'at'> & { id?: number }

async function open({ id = coming, ...options }: OpenOptions = {}) {
  const requests: string[] = []
  const app = await renderApp({
    as: 'tanaka',
    ...options,
    at: `/classes/1/homework/${id}`,
    respond: request => {
      requests.push(`${request.method} ${new URL(request.url).pathname}`)
      return options.respond?.(request)
    },
  })
  const count = (call: string) => requests.filter(each => each === call).length
  return { app, count, user: userEvent.setup() }
}

async function fetchAsTeacher({ service }: Rendered, todo: number, name: string) {
  const token = await service.signIn('albrecht')
  const response = await service.send('GET', `/api/v2/todos/${todo}/submissions`, { token })
  const entries = z.array(submissions.list.response.schema).parse(await response.json())
  const entry = entries.find(({ user }) => user.name === name)
  if (!entry) throw new Error(`${name} is not in the class`)
  return entry.submission
}

const fetchFileNames = async (app: Rendered, todo: number) =>
  (await fetchAsTeacher(app, todo, 'Aiko Tanaka')).files.map(({ name }) => name)

const png = new File([Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10, 1, 2, 3])], 'page1.png', {
  type: 'image/png',
})
const notes = new File(['Exercise 2: 3/4\n'], 'notes.txt', { type: 'text/plain' })
const addFiles = async (user: ReturnType<typeof userEvent.setup>, ...files: File[]) =>
  user.upload(await screen.findByLabelText('Choose files'), files)

const handedInFile = async (name: string) =>
  within(await screen.findByRole('list', { name: 'Your files' })).findByText(name)

describe('handing in', () => {
  it('sends comment and files', async () => {
    const { app, user, count } = await open()
    await user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'Number 4 was hard.')
    await addFiles(user, png, notes)
    await user.dblClick(await screen.findByRole('button', { name: 'Hand in' }))
    expect(await screen.findByText(/^Handed in Wed 10:20/)).toBeTruthy()
    await handedInFile('notes.txt')
    const submission = await fetchAsTeacher(app, coming, 'Aiko Tanaka')
    expect(submission.comment).toBe('Number 4 was hard.')
    expect(submission.files.map(({ name }) => name).sort()).toEqual(['notes.txt', 'page1.png'])
    expect(count('POST /api/v2/todos/7/submissions')).toBe(1)
    expect(count('POST /api/v2/documents')).toBe(2)
    expect(await screen.findByRole('button', { name: 'Hand in again' })).toBeTruthy()
  })

  it('requires a comment or a non-empty file', async () => {
    const { user, count } = await open()
    await user.click(await screen.findByRole('button', { name: 'Hand in' }))
    expect((await screen.findByText(/^Write something/)).textContent).toBe(
      'Write something or add a file first.',
    )
    await addFiles(user, new File([], 'empty.txt'))
    expect(await screen.findByText('empty.txt is empty.')).toBeTruthy()
    expect(count('POST /api/v2/todos/7/submissions')).toBe(0)
  })

  it('restores comment and files after a reload', async () => {
    const indexedDB = new IDBFactory()
    const first = await open({ indexedDB })
    await first.user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'Half of it')
    await addFiles(first.user, notes)
    await screen.findByText('notes.txt')
    await screen.findByText(/^Draft saved/)
    cleanup()
    const second = await open({ indexedDB })
    const field = await screen.findByRole('textbox', { name: 'Comment' })
    if (!(field instanceof HTMLTextAreaElement)) throw new Error('no comment')
    expect(field.value).toBe('Half of it')
    await second.user.click(screen.getByRole('button', { name: 'Hand in' }))
    await handedInFile('notes.txt')
    expect(await fetchFileNames(second.app, coming)).toEqual(['notes.txt'])
  })

  it('again: replaces the comment, adds files', async () => {
    const { app, user } = await open({ id: fractions })
    await user.click(await screen.findByRole('button', { name: 'Hand in again' }))
    expect(
      screen.getByText(/Your comment from .* is replaced by this one\. The file you handed in stays\./),
    ).toBeTruthy()
    const field = screen.getByRole('textbox', { name: 'Comment' })
    expect(field).toHaveProperty('value', 'All done.\n\nNumber 5 took me two tries.')
    await user.clear(field)
    expect(field).toHaveProperty('value', '')
    await user.type(field, 'Corrected number 5.')
    await addFiles(user, notes)
    await user.click(screen.getByRole('button', { name: 'Hand in again' }))
    await handedInFile('notes.txt')
    // The file is sent before the comment.
    expect(await screen.findByRole('button', { name: 'Hand in again' })).toBeTruthy()
    const submission = await fetchAsTeacher(app, fractions, 'Aiko Tanaka')
    expect(submission.comment).toBe('Corrected number 5.')
    expect(submission.files.map(({ name }) => name)).toEqual(['all pages.pdf', 'notes.txt'])
  })

  it('again: can be cancelled', async () => {
    const { app, user } = await open({ id: fractions })
    await user.click(await screen.findByRole('button', { name: 'Hand in again' }))
    await user.type(screen.getByRole('textbox', { name: 'Comment' }), ' Or not.')
    await user.click(screen.getByRole('button', { name: 'Leave it as it is' }))
    expect(await screen.findByRole('button', { name: 'Hand in again' })).toBeTruthy()
    expect((await fetchAsTeacher(app, fractions, 'Aiko Tanaka')).comment).toBe(
      'All done.\n\nNumber 5 took me two tries.',
    )
  })
})

it('waits for a file that is still being stored', async () => {
  const { app, user } = await open()
  const field = await screen.findByLabelText('Choose files')
  const button = screen.getByRole('button', { name: 'Hand in' })
  await Promise.all([user.upload(field, notes), user.click(button)])
  await handedInFile('notes.txt')
  expect(await fetchFileNames(app, coming)).toEqual(['notes.txt'])
})

describe('when the network fails', () => {
  it('hands in once after a lost response', async () => {
    let lostCount = 0
    const { app, user } = await open({
      async respond(request) {
        if (request.method !== 'POST' || !request.url.endsWith('/todos/7/submissions') || lostCount > 0)
          return undefined
        lostCount += 1
        // The request arrives, but its response is lost.
        await app.service.service.fetch(request.clone(), { address: '192.0.2.1' })
        throw new TypeError('the network went away')
      },
    })
    await user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'Did it arrive?')
    await user.click(screen.getByRole('button', { name: 'Hand in' }))
    await screen.findByText('No answer yet. Trying again.')
    app.service.advance(60_000)
    expect(await screen.findByText(/^Handed in Wed 10:2/)).toBeTruthy()
    expect((await fetchAsTeacher(app, coming, 'Aiko Tanaka')).comment).toBe('Did it arrive?')
  })

  it('reports a file that is too large; it can be removed, and the rest handed in', async () => {
    const { app, user } = await open({
      async respond(request) {
        if (request.method !== 'POST' || !request.url.endsWith('/documents')) return undefined
        if (!(await request.clone().text()).includes('notes.txt')) return undefined
        const message = 'This file is too large: at most 20 MB are possible.'
        return Response.json({ error: { name: 'too_large', message, code: 413 } }, { status: 413 })
      },
    })
    await user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'With files')
    await addFiles(user, png, notes)
    await user.click(screen.getByRole('button', { name: 'Hand in' }))
    expect(await screen.findByText(/^Not sent\. This file is too large: at most 20 MB/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Edit: / }))
    await user.click(await screen.findByRole('button', { name: 'Remove notes.txt' }))
    await screen.findByText('These have arrived already:')
    await user.click(screen.getByRole('button', { name: 'Hand in' }))
    await screen.findByText(/^Handed in Wed 10:20/)
    expect(await fetchFileNames(app, coming)).toEqual(['page1.png'])
  })

  it('hands in when back online', async () => {
    let isOffline = false
    const { app, user } = await open({
      respond: () => {
        if (isOffline) throw new TypeError('no network')
        return undefined
      },
    })
    await user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'From the train')
    isOffline = true
    await user.click(screen.getByRole('button', { name: 'Hand in' }))
    expect(await screen.findByText('Waiting for a connection. It will be sent automatically.')).toBeTruthy()
    isOffline = false
    // The fixed clock must advance to resend.
    app.service.advance(60_000)
    expect(await screen.findByText(/^Handed in Wed 10:21/)).toBeTruthy()
    expect((await fetchAsTeacher(app, coming, 'Aiko Tanaka')).comment).toBe('From the train')
  })
})

describe('a correction in the meantime', () => {
  it('is reported, keeping the text', async () => {
    const { app, user } = await open({ id: fractions })
    await user.click(await screen.findByRole('button', { name: 'Hand in again' }))
    const field = screen.getByRole('textbox', { name: 'Comment' })
    await user.clear(field)
    await user.type(field, 'Too late?')
    await correctDirectly(app, fractions, 'Aiko Tanaka', 'Well done.')
    await user.click(screen.getByRole('button', { name: 'Hand in again' }))
    await user.click(await screen.findByRole('button', { name: /^Edit: / }))
    expect(await screen.findByText('Too late?')).toBeTruthy()
    const submission = await fetchAsTeacher(app, fractions, 'Aiko Tanaka')
    expect(submission.comment).toBe('All done.\n\nNumber 5 took me two tries.')
  })
})

async function correctDirectly(app: Rendered, todo: number, name: string, text: string): Promise<void> {
  const { user_id } = await fetchAsTeacher(app, todo, name)
  const token = await app.service.signIn('albrecht')
  const body = { teacher_correction: text, points: 12.5 }
  const response = await app.service.send('POST', `/api/v2/todos/${todo}/submissions/${user_id}`, {
    token,
    body,
  })
  expect(response.status).toBe(200)
}

it('reports work that was handed in elsewhere, and replaces it on request', async () => {
  const { app, user } = await open({ id: fractions })
  await user.click(await screen.findByRole('button', { name: 'Hand in again' }))
  await user.type(screen.getByRole('textbox', { name: 'Comment' }), ' From the laptop.')
  await app.service.send('POST', `/api/v2/todos/${fractions}/submissions`, {
    token: await app.service.signIn('tanaka'),
    body: { comment: 'From the phone.' },
  })
  await app.service.db
    .updateTable('submissions')
    .set({ submitted_at: '2026-11-18T09:00:00.000Z' })
    .where('todo_id', '=', fractions)
    .where('comment', '=', 'From the phone.')
    .execute()
  await user.click(screen.getByRole('button', { name: 'Hand in again' }))
  expect(await screen.findByText('From the phone.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^Replace it with mine/ }))
  await waitFor(async () =>
    expect((await fetchAsTeacher(app, fractions, 'Aiko Tanaka')).comment).toMatch(/From the laptop\.$/),
  )
})
