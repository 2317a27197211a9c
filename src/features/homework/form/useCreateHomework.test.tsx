import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Rendered, type RenderOptions, renderApp } from '../../../testing/renderApp.tsx'

const path = '/api/v2/courses/1/homeworks'

/** Without keys, the form itself prevents duplicates. */
const open = (options: Partial<RenderOptions> = {}) =>
  renderApp({ as: 'albrecht', at: '/classes/1/homework/new', withoutKeys: true, ...options })
const textLabel = 'Task'
const text = () => screen.findByRole('textbox', { name: textLabel })
const setButton = () => screen.getByRole('button', { name: 'Set homework' })
async function fillIn(words: string) {
  await userEvent.type(await text(), words)
  await userEvent.selectOptions(
    within(screen.getByRole('dialog')).getByRole('combobox', { name: 'Subject' }),
    'Maths',
  )
  await userEvent.click(await screen.findByRole('button', { name: /^Next Maths lesson: / }))
}
/** The shortcut is disabled while a dialog is open. */
async function reopenForm() {
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.keyboard('n')
}
const stored = ({ service }: Rendered, words: string) =>
  service.db.selectFrom('homeworks').selectAll().where('text', '=', words).execute()
const createLostResponse = () => new Response('<html>Gateway timeout</html>', { status: 504 })

type Fetch = Rendered['service']['service']['fetch']
/** Records the POSTs of homework. `respond` responds. */
function recordPosts(
  { service: { service } }: Rendered,
  respond: (pass: () => ReturnType<Fetch>) => ReturnType<Fetch>,
) {
  const posts: Request[] = []
  const fetchOriginal = service.fetch.bind(service)
  vi.spyOn(service, 'fetch').mockImplementation((request, from) => {
    const pass = async () => fetchOriginal(request, from)
    if (new URL(request.url).pathname !== path || request.method !== 'POST') return pass()
    posts.push(request)
    return respond(pass)
  })
  return posts
}

afterEach(() => vi.restoreAllMocks())

describe('new homework', () => {
  it('is verified and set once if its form is reopened', async () => {
    const app = await open()
    await fillIn('Fractions p. 61')
    const gate = Promise.withResolvers<void>()
    const posts = recordPosts(app, async pass => gate.promise.then(pass))
    await userEvent.click(setButton())
    await waitFor(() => expect(posts).toHaveLength(1))
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await reopenForm()
    await screen.findByText('No answer came back. Checking whether it was set …')
    await userEvent.click(screen.getByRole('button', { name: 'Setting …' }))
    gate.resolve()
    await screen.findByText(/^Homework set: “Fractions p. 61”/)
    expect(posts).toHaveLength(1)
    expect(await stored(app, 'Fractions p. 61')).toHaveLength(1)
  })

  it('leaves no draft if its form closes while sending', async () => {
    const app = await open()
    await fillIn('Fractions p. 62')
    const gate = Promise.withResolvers<void>()
    const posts = recordPosts(app, async pass => gate.promise.then(pass))
    await userEvent.click(setButton())
    await waitFor(() => expect(posts).toHaveLength(1))
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    gate.resolve()
    await screen.findByRole('row', { name: /Fractions p. 62/ })
    // The row appears shortly before the draft is deleted.
    let value = 'not read'
    for (let tries = 0; value !== '' && tries < 20; tries += 1) {
      await reopenForm()
      value = (await screen.findByRole<HTMLTextAreaElement>('textbox', { name: textLabel })).value
      if (value !== '') await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    }
    expect(value).toBe('')
  })

  it('is found if it arrives after a lost response', async () => {
    const app = await open()
    await fillIn('Fractions p. 63')
    let deliver: (() => ReturnType<Fetch>) | undefined
    const posts = recordPosts(app, async pass => {
      deliver = pass
      return createLostResponse()
    })
    await userEvent.click(setButton())
    await screen.findByText(/it is not in the list\. What you typed/)
    await deliver?.()
    await userEvent.click(setButton())
    await screen.findByText(/^Homework set: “Fractions p. 63”/)
    expect(posts).toHaveLength(1)
  })

  it('is not confused with older homework of equal content', async () => {
    const app = await open()
    await fillIn('Fractions p. 64')
    const lesson = await app.service.db
      .selectFrom('lessons')
      .select('id')
      .where('name', '=', 'Maths')
      .executeTakeFirstOrThrow()
    const template = await app.service.db
      .selectFrom('homeworks')
      .selectAll()
      .where('id', '=', 1)
      .executeTakeFirstOrThrow()
    const older = { text: 'Fractions p. 64', note: '', is_submissionable: 0 as const, lesson_id: lesson.id }
    await app.service.db
      .insertInto('homeworks')
      .values({ ...template, ...older, id: 77, due_at: '2026-11-19T07:50:00.000Z' })
      .execute()
    recordPosts(app, async () => createLostResponse())
    await userEvent.click(setButton())
    await screen.findByText(/it is not in the list\. What you typed/)
  })

  it('is set once by two tabs', async () => {
    const indexedDB = new IDBFactory()
    const rows: object[] = []
    const posts: string[] = []
    const respond = (request: Request) => {
      const { pathname } = new URL(request.url)
      if (pathname === `${path}/901`) return Response.json(rows[0])
      if (pathname !== path) return undefined
      if (request.method !== 'POST') return Response.json(rows)
      posts.push(request.method)
      const row = {
        id: 900 + posts.length,
        course_id: 1,
        lesson_id: maths,
        text: 'Fractions p. 65',
        note: '',
        until_datetime: '2026-11-19 08:50:00',
        can_edit: true,
        is_submissionable: false,
      }
      rows.push(row)
      return Response.json([row])
    }
    let maths = 0
    const first = await open({ indexedDB, respond })
    await fillIn('Fractions p. 65')
    const { id } = await first.service.db
      .selectFrom('lessons')
      .select('id')
      .where('name', '=', 'Maths')
      .executeTakeFirstOrThrow()
    maths = id
    await screen.findByText(/^Draft saved /)
    const second = await open({ indexedDB, respond })
    const buttons = await waitFor(() => {
      const found = screen.getAllByText('Set homework')
      expect(found).toHaveLength(2)
      return found
    })
    for (const button of buttons) fireEvent.click(button)
    await waitFor(() => {
      for (const { router } of [first, second]) {
        expect(router.state.location.pathname).toBe('/classes/1/homework')
      }
    })
    expect(posts).toHaveLength(1)
  })
})

describe('files of homework', () => {
  const files = () => within(screen.getByRole('dialog')).getByLabelText('Attachments')
  const choose = async () => {
    await userEvent.upload(files(), new File(['a worksheet'], 'worksheet.txt', { type: 'text/plain' }))
    await screen.findByRole('button', { name: 'Remove worksheet.txt' })
  }
  /** Files without a type are checked for being folders. Returns a function that ends this check. */
  const chooseSlowFile = async () => {
    const gate = Promise.withResolvers<void>()
    const slice = () => ({ arrayBuffer: () => gate.promise.then(() => new ArrayBuffer(1)) })
    await userEvent.upload(files(), Object.assign(new File(['a scan'], 'scan'), { slice }))
    return gate.resolve
  }
  const documentsNamed = ({ service }: Rendered, name: string) =>
    service.db.selectFrom('documents').select('name').where('name', '=', name).execute()
  const sha1 = async (words: string) =>
    Buffer.from(await crypto.subtle.digest('SHA-1', new TextEncoder().encode(words))).toString('hex')

  /** New homework is no. 901 with these documents. `upload` responds to uploads. */
  function mockClassWithDocuments(documents: object[], upload: () => Response) {
    const uploads: string[] = []
    const row = {
      id: 901,
      course_id: 1,
      lesson_id: 1,
      text: 'Fractions p. 66',
      note: '',
      until_datetime: '2026-11-19 08:50:00',
      can_edit: true,
      is_submissionable: false,
    }
    const respond = (request: Request) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/api/v2/documents') {
        uploads.push(request.method)
        return upload()
      }
      if (pathname === `${path}/901`) return Response.json({ ...row, documents })
      return pathname === path && request.method === 'POST' ? Response.json([row]) : undefined
    }
    return { uploads, respond }
  }
  const createDocument = (more: object) => ({ id: 501, content_type: 'text/plain', size: 11, ...more })
  const acceptUpload = () => Response.json(createDocument({ name: 'worksheet.txt' }))

  it('are not resent after arriving without a response', async () => {
    const indexedDB = new IDBFactory()
    const first = mockClassWithDocuments([], createLostResponse)
    await open({ indexedDB, respond: first.respond })
    await fillIn('Fractions p. 66')
    await choose()
    await userEvent.click(setButton())
    await screen.findByRole('button', { name: 'Send again' })
    expect(first.uploads).toHaveLength(1)
    cleanup()
    const uploaded = createDocument({ name: 'worksheet (1).txt', sha1_checksum: await sha1('a worksheet') })
    const reopened = mockClassWithDocuments([uploaded], acceptUpload)
    await open({ indexedDB, respond: reopened.respond })
    await screen.findByText(/^Homework set: “Fractions p. 66”/)
    expect(reopened.uploads).toHaveLength(0)
  })

  it('are resent if only a lookalike exists', async () => {
    let isLost = true
    const documents: object[] = []
    const { uploads, respond } = mockClassWithDocuments(documents, () =>
      isLost ? createLostResponse() : acceptUpload(),
    )
    await open({ respond })
    await fillIn('Fractions p. 66')
    await choose()
    await userEvent.click(setButton())
    const again = await screen.findByRole('button', { name: 'Send again' })
    documents.push(createDocument({ name: 'worksheet.txt', sha1_checksum: await sha1('other words') }))
    isLost = false
    await userEvent.click(again)
    await screen.findByText(/^Homework set: “Fractions p. 66”/)
    expect(uploads).toHaveLength(2)
  })

  for (const isClosed of [false, true]) {
    it(`are waited for while being stored${isClosed ? ', also after reopening the form' : ''}`, async () => {
      const app = await open()
      await fillIn('Fractions p. 68')
      const finishStoring = await chooseSlowFile()
      if (isClosed) {
        await userEvent.click(screen.getByRole('button', { name: 'Close' }))
        await reopenForm()
        await userEvent.type(await text(), ' and 69')
      }
      await userEvent.click(setButton())
      for (let index = 0; index < 200; index += 1) await new Promise(resolve => setTimeout(resolve))
      finishStoring()
      await screen.findByText(isClosed ? /^Homework set: “Fractions p. 68 and 69”/ : /^Homework set: /)
      expect(await documentsNamed(app, 'scan')).toHaveLength(1)
    })
  }

  it('are uploaded once after the form is closed', async () => {
    const app = await open()
    await fillIn('Fractions p. 67')
    await choose()
    const gate = Promise.withResolvers<void>()
    const { service } = app.service
    const fetchOriginal = service.fetch.bind(service)
    let uploads = 0
    vi.spyOn(service, 'fetch').mockImplementation(async (request, from) => {
      if (new URL(request.url).pathname !== '/api/v2/documents') return fetchOriginal(request, from)
      uploads += 1
      await gate.promise
      return fetchOriginal(request, from)
    })
    await userEvent.click(setButton())
    await waitFor(() => expect(uploads).toBe(1))
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await screen.findByRole('row', { name: /Fractions p. 67/ })
    await reopenForm()
    await screen.findByText('worksheet.txt')
    gate.resolve()
    await screen.findByText(/^Homework set: “Fractions p. 67”/)
    expect(uploads).toBe(1)
    expect(await documentsNamed(app, 'worksheet.txt')).toHaveLength(1)
  })
})
