import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type Rendered, type RenderOptions, renderApp } from '../../testing/renderApp.tsx'

const list = '/classes/1/homework'
const at = `${list}/new`

/** Without keys, the app verifies writes whose response was lost. */
const open = (options: Partial<RenderOptions> = {}) =>
  renderApp({ as: 'albrecht', at, withoutKeys: true, ...options })
const form = (name = 'New homework') => screen.findByRole('dialog', { name })
const text = () => screen.findByRole('textbox', { name: 'Task' })
const setButton = () => screen.getByRole('button', { name: 'Set homework' })
const chooseMaths = async () =>
  userEvent.selectOptions(within(await form()).getByRole('combobox', { name: 'Subject' }), 'Maths')
const nextMaths = () => screen.findByRole('button', { name: /^Next Maths lesson: / })

/** Fills in the required fields. */
async function fillIn(words: string) {
  await userEvent.type(await text(), words)
  await chooseMaths()
  await userEvent.click(await nextMaths())
}
const stored = ({ service }: Rendered, words: string) =>
  service.db.selectFrom('homeworks').selectAll().where('text', '=', words).execute()

/** Records the requests for homework of the class. `responses` replace responses, by method. */
function recordRequests() {
  const responses = new Map<string, () => Response>()
  const methods: string[] = []
  return {
    responses,
    posts: () => methods.filter(call => call === 'POST'),
    respond: (request: Request) => {
      if (!new URL(request.url).pathname.endsWith('/courses/1/homeworks')) return undefined
      methods.push(request.method)
      return responses.get(request.method)?.()
    },
  }
}

describe('setting homework', () => {
  it('sets homework for the next lesson, and focuses its row', async () => {
    const app = await renderApp({ as: 'albrecht', at: list })
    await screen.findByRole('link', { name: 'Fractions p. 42' })
    await screen.findAllByRole('link', { name: 'New homework' })
    await userEvent.keyboard('n')
    await fillIn('Fractions p. 50')
    expect((await nextMaths()).textContent).toBe('Next Maths lesson: Thu 19 Nov, Period 2')
    screen.getByRole('button', { name: 'Mon 23 Nov, Period 1' })
    await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), 'Show your working.')
    await userEvent.click(screen.getByRole('checkbox', { name: /Can be handed in/ }))
    await userEvent.type(screen.getByRole('textbox', { name: 'Maximum points' }), '12,5')
    await userEvent.click(setButton())
    const row = await screen.findByRole('row', { name: /Fractions p. 50/ })
    await waitFor(() => expect(row.contains(document.activeElement)).toBe(true))
    screen.getByText('Homework set: “Fractions p. 50”, due Thu 19 Nov.')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await stored(app, 'Fractions p. 50')).toMatchObject([
      { note: 'Show your working.', is_submissionable: 1, points: 12.5, due_at: '2026-11-19T07:50:00.000Z' },
    ])
    expect(app.router.state.location.pathname).toBe(list)
  })

  it('takes subject and due day from the URL', async () => {
    const { service } = await open({ at: `${at}?subject=1&due=2026-11-23` })
    const { name } = await service.db
      .selectFrom('lessons')
      .select('name')
      .where('id', '=', 1)
      .executeTakeFirstOrThrow()
    await text()
    expect(within(await form()).getByRole('combobox', { name: 'Subject' })).toHaveProperty('value', '1')
    await screen.findByRole('button', { name: new RegExp(`^Next ${name} lesson`) })
    expect(screen.getByLabelText('Due on')).toHaveProperty('value', '23/11/2026')
    screen.getByText('Monday 23 November 2026')
  })

  it('shows problems at fields without sending', async () => {
    const { posts, respond } = recordRequests()
    await open({ respond })
    await text()
    await userEvent.click(screen.getByRole('checkbox', { name: /Can be handed in/ }))
    await userEvent.type(screen.getByRole('textbox', { name: 'Maximum points' }), '-3')
    // A date that does not exist.
    await userEvent.type(screen.getByLabelText('Due on'), '2026-13-01')
    await userEvent.click(setButton())
    const getError = (field: HTMLElement) =>
      document.getElementById(field.getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent
    const subject = within(await form()).getByRole('combobox', { name: 'Subject' })
    expect(getError(subject)).toBe('Choose a subject.')
    expect(getError(await text())).toBe('Enter the task.')
    expect(getError(screen.getByLabelText('Due on'))).toBe('Choose the day it is due.')
    expect(getError(screen.getByRole('textbox', { name: 'Maximum points' }))).toBe(
      'Maximum points must be a number above 0.',
    )
    expect(document.activeElement).toBe(subject)
    expect(posts()).toEqual([])
  })

  it('says why the service refused it, and Edit puts it back into the form', async () => {
    const { responses, respond } = recordRequests()
    responses.set('POST', () =>
      Response.json(
        { error: { name: 'Invalid', message: 'no', code: 422, fields: { until_datetime: 'holidays' } } },
        { status: 422 },
      ),
    )
    await open({ respond })
    await fillIn('Fractions p. 51')
    await userEvent.click(setButton())
    const dialog = await form()
    await within(dialog).findByText('Not sent. holidays')
    await userEvent.click(within(dialog).getByRole('button', { name: /^Edit: / }))
    await waitFor(async () => expect(await text()).toHaveProperty('value', 'Fractions p. 51'))
  })

  it('sends one request on a double click', async () => {
    const { posts, respond } = recordRequests()
    const app = await open({ respond })
    await fillIn('Fractions p. 52')
    await userEvent.dblClick(setButton())
    await screen.findByRole('row', { name: /Fractions p. 52/ })
    expect(posts()).toHaveLength(1)
    expect(await stored(app, 'Fractions p. 52')).toHaveLength(1)
  })

  it('is not available to pupils', async () => {
    await open({ as: 'sommer' })
    await screen.findByText('Your account may not set homework in this class.')
    expect(screen.queryByRole('textbox', { name: 'Task' })).toBeNull()
  })

  it('is translated to German', async () => {
    await open({ language: 'de', at: `${at}?subject=1` })
    await form('Neue Hausaufgabe')
    await screen.findByRole('button', { name: /^Nächste Stunde .+: \S+ \d+\. Nov.*, \d\. Stunde$/ })
    await userEvent.click(screen.getByRole('button', { name: 'Hausaufgabe stellen' }))
    screen.getByText('Bitte die Aufgabe eingeben.')
  })
})

describe('the draft', () => {
  it('is restored after a reload, until it is discarded', async () => {
    const indexedDB = new IDBFactory()
    await open({ indexedDB })
    await fillIn('Fractions p. 53')
    await screen.findByText(/^Draft saved /)
    cleanup()
    await open({ indexedDB })
    expect(await text()).toHaveProperty('value', 'Fractions p. 53')
    await screen.findByText(/^You started this /)
    await userEvent.click(screen.getByRole('button', { name: 'Start again' }))
    expect(await text()).toHaveProperty('value', '')
  })

  it('is deleted once the homework is set', async () => {
    await open()
    await fillIn('Fractions p. 54')
    await screen.findByText(/^Draft saved /)
    await userEvent.click(setButton())
    await screen.findByText(/^Homework set: “Fractions p. 54”/)
    await userEvent.keyboard('n')
    expect(await text()).toHaveProperty('value', '')
  })
})

describe('files of the task', () => {
  const choose = async () =>
    userEvent.upload(
      within(await form()).getByLabelText('Attachments'),
      new File(['a worksheet'], 'worksheet.txt', { type: 'text/plain' }),
    )

  // The File classes of jsdom and Node differ, so no upload reaches the service.
  const uploads = (respondToUpload: () => Response) => {
    const bodies: Promise<string>[] = []
    const respond = (request: Request) => {
      if (new URL(request.url).pathname !== '/api/v2/documents') return undefined
      bodies.push(request.clone().text())
      return respondToUpload()
    }
    return { bodies, respond }
  }
  const acceptUpload = () =>
    Response.json({ id: 501, name: 'worksheet.txt', content_type: 'text/plain', size: 11 })

  it('are uploaded once the homework is set', async () => {
    const { bodies, respond } = uploads(acceptUpload)
    const app = await open({ respond })
    await fillIn('Fractions p. 58')
    await choose()
    await screen.findByRole('button', { name: 'Remove worksheet.txt' })
    expect(bodies).toHaveLength(0)
    await userEvent.click(setButton())
    await screen.findByText(/^Homework set: “Fractions p. 58”/)
    const [created] = await stored(app, 'Fractions p. 58')
    expect(bodies).toHaveLength(1)
    expect(await bodies[0]).toContain(`\r\n\r\ntodo.${created?.id}\r\n`)
  })

  it('are resent on request; the homework is set once', async () => {
    let isTooLarge = true
    const { bodies, respond } = uploads(() =>
      isTooLarge ? new Response('', { status: 413 }) : acceptUpload(),
    )
    const app = await open({ respond })
    await fillIn('Fractions p. 60')
    await choose()
    await screen.findByRole('button', { name: 'Remove worksheet.txt' })
    await userEvent.click(setButton())
    const dialog = within(await form())
    await dialog.findByText(/^Not sent\. /)
    isTooLarge = false
    await userEvent.click(dialog.getByRole('button', { name: 'Send again: Fractions p. 60' }))
    await screen.findByText(/^Homework set: “Fractions p. 60”/)
    expect(bodies).toHaveLength(2)
    expect(await stored(app, 'Fractions p. 60')).toHaveLength(1)
  })
})
