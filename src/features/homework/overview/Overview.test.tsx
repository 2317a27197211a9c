import { QueryClientProvider } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { IntlProvider } from 'use-intl'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createApi } from '../../../api/createApi.ts'
import { homework } from '../../../contract/homework.ts'
import { type SubmissionEntry, submissions } from '../../../contract/submissions.ts'
import { overview as german } from '../../../i18n/de/overview.ts'
import { pupils as germanPupils } from '../../../i18n/de/pupils.ts'
import { shell as germanShell } from '../../../i18n/de/shell.ts'
import { de } from '../../../i18n/de.ts'
import { overview as english } from '../../../i18n/en/overview.ts'
import { pupils as englishPupils } from '../../../i18n/en/pupils.ts'
import { shell as englishShell } from '../../../i18n/en/shell.ts'
import { en } from '../../../i18n/en.ts'
import { SchoolTimeProvider } from '../../../i18n/SchoolTime.tsx'
import { addCommon } from '../../../i18n/texts.ts'
import { compareByFamilyName } from '../../../lib/familyName.ts'
import { seedSchool } from '../../../school/seedSchool.ts'
import { CurrentUserProvider } from '../../../session/currentUser.ts'
import { render } from '../../../testing/render.tsx'
import { type TestService, testService } from '../../../testing/testService.ts'
import { Overview } from './Overview.tsx'

let school: TestService
let token: string
beforeAll(async () => {
  school = await testService({ fill: seedSchool })
  token = await school.signIn('albrecht')
})
afterAll(() => school.close())

type RenderOverviewOptions = {
  id?: number
  language?: 'en' | 'de'
  change?: (entries: SubmissionEntry[]) => SubmissionEntry[]
}

/** Renders the overview of one homework of 8b for the teacher. */
async function renderOverview({
  id = 1,
  language = 'en',
  change = entries => entries,
}: RenderOverviewOptions = {}) {
  const { call, queryClient } = createApi({
    clock: school.clock,
    fetch: async (path, init) => school.send(init?.method ?? 'GET', path, { token }),
  })
  const task = await call(homework.get, { course_id: 1, homework_id: id })
  const { rows } = await call(submissions.list, { todo_id: id })
  const router = createMemoryRouter([
    { path: '/', element: <Overview states={new Map()} homework={task} entries={change(rows)} /> },
    { path: '*', element: <p>elsewhere</p> },
  ])
  const overview = language === 'de' ? german : english
  const shell = language === 'de' ? germanShell : englishShell
  const pupils = language === 'de' ? germanPupils : englishPupils
  await act(async () =>
    render(
      // A missing message would cause a console error.
      <IntlProvider
        locale={language}
        timeZone="Europe/Berlin"
        messages={addCommon(language === 'de' ? de : en, { overview, pupils, shell })}
      >
        <SchoolTimeProvider value={{ timeZone: 'Europe/Berlin', clock: school.clock }}>
          <QueryClientProvider client={queryClient}>
            <CurrentUserProvider value={{ id: 1 }}>
              <RouterProvider router={router} />
            </CurrentUserProvider>
          </QueryClientProvider>
        </SchoolTimeProvider>
      </IntlProvider>,
    ),
  )
  return { rows, router, user: userEvent.setup({ writeToClipboard: false }) }
}

const getFact = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent
const getList = (name: RegExp) => screen.getByRole('region', { name })

describe('the numbers', () => {
  it('match the submissions', async () => {
    const { rows } = await renderOverview()
    const count = (matches: (entry: SubmissionEntry) => boolean) =>
      `${rows.filter(matches).length} of ${rows.length}`
    expect(rows).toHaveLength(28)
    expect(getFact('Marked')).toBe(count(({ submission }) => submission.is_corrected))
    expect(getFact('To mark')).toBe('16 of 28')
    expect(getFact('Marked')).toBe('3 of 28')
    expect(getFact('Missing')).toBe('9 of 28')
    screen.getByText('7 of them have not seen it.')
    // One of the three has points: 90 % of 15.
    expect(getFact('Mean')).toBe('13.5 of 15')
    expect(getFact('Median')).toBe('13.5 of 15')
    expect(screen.getByRole('heading', { name: 'Points 1 with points, 2 without' })).toBeTruthy()
  })

  it('are a table too, one row per bar', async () => {
    await renderOverview({ id: 3 })
    const table = screen.getByRole('table', { name: 'How many pupils have how many points' })
    const cells = within(table).getAllByRole('cell')
    expect(
      within(table)
        .getAllByRole('rowheader')
        .map(({ textContent }) => textContent),
    ).toEqual(Array.from({ length: 11 }, (_, points) => String(points)))
    const all = cells.reduce((sum, { textContent }) => sum + Number(textContent), 0)
    expect(screen.getByRole('heading', { name: new RegExp(`^Points ${all} with points`) })).toBeTruthy()
  })

  it('have a decimal comma in German', async () => {
    await renderOverview({ language: 'de' })
    expect(getFact('Durchschnitt')).toBe('13,5 von 15')
  })

  it('show a message without points or pupils', async () => {
    await renderOverview({ id: 7 })
    expect(screen.getByRole('heading', { name: 'No points given yet' })).toBeTruthy()
    expect(getFact('Mean')).toBe('none yet')
    await renderOverview({ change: () => [] })
    expect(screen.getByRole('heading', { name: 'No pupils in this class yet' })).toBeTruthy()
  })
})

describe('missing pupils', () => {
  it('link to the desk, sorted by name', async () => {
    const { rows, user, router } = await renderOverview()
    const missing = rows.filter(({ submission }) => !submission.is_submitted && !submission.is_corrected)
    const links = within(getList(/^Missing/)).getAllByRole('link')
    expect(links.map(({ textContent }) => textContent).sort()).toEqual(
      missing.map(({ user }) => user.name).sort(),
    )
    const [first] = links
    if (!first) throw new Error('everyone has handed in')
    await user.click(first)
    expect(router.state.location.pathname).toMatch(/^\/classes\/1\/homework\/1\/submissions\/\d+$/)
  })

  it('are limited to 30 until expanded', async () => {
    const { user } = await renderOverview({
      change: rows =>
        Array.from({ length: 1000 }, (_, index) => {
          const [entry] = rows
          if (!entry) throw new Error('an empty class')
          const submission = { ...entry.submission, is_acknowledged: false, is_submitted: false }
          return { user: { ...entry.user, id: index + 1, name: `Pupil ${index}` }, submission }
        }),
    })
    const missing = getList(/^Missing 1000/)
    expect(within(missing).getAllByRole('link')).toHaveLength(30)
    await user.click(within(missing).getByRole('button', { name: 'Show all 1000' }))
    expect(within(missing).getAllByRole('link')).toHaveLength(1000)
  })
})

describe('copying names', () => {
  it('copies one name per line', async () => {
    const { rows, user } = await renderOverview()
    const writeText = vi.spyOn(navigator.clipboard, 'writeText')
    await user.click(screen.getByRole('button', { name: 'Copy names: Missing' }))
    const missing = rows.filter(
      ({ submission }) => !submission.is_submitted && !submission.is_corrected,
    ).length
    expect(await screen.findByText(`${missing} names copied.`)).toBeTruthy()
    const lines = writeText.mock.calls[0]?.[0].split('\n')
    expect(lines).toHaveLength(missing)
    const byName = compareByFamilyName('en')
    expect(lines).toEqual(lines?.toSorted((a, b) => byName({ name: a }, { name: b })))
  })

  it('selects the names if copying is blocked', async () => {
    const { user } = await renderOverview()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    await user.click(screen.getByRole('button', { name: 'Copy names: Missing' }))
    const field = await screen.findByRole('textbox', { name: 'Names: Missing' })
    if (!(field instanceof HTMLTextAreaElement)) throw new Error('no text to copy')
    expect(document.activeElement).toBe(field)
    expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe(field.value)
    expect(screen.getByText(/The names are selected/)).toBeTruthy()
  })
})

describe('the CSV file', () => {
  const saved: Blob[] = []
  afterEach(() => {
    saved.length = 0
    vi.unstubAllGlobals()
  })
  const captureSavedFiles = () => {
    // jsdom has no blob URLs and does not follow links.
    vi.stubGlobal(
      'URL',
      class extends URL {
        static override createObjectURL = (blob: Blob) => {
          saved.push(blob)
          return 'blob:x'
        }
        static override revokeObjectURL = () => {}
      },
    )
    const names: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download)
    })
    return names
  }

  it('has all pupils, and the homework’s name', async () => {
    const names = captureSavedFiles()
    const { rows, user } = await renderOverview()
    await user.click(screen.getByRole('button', { name: 'Save as CSV' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    const bytes = new Uint8Array((await saved[0]?.arrayBuffer()) ?? new ArrayBuffer())
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const text = new TextDecoder().decode(bytes)
    expect(text.split('\r\n').filter(Boolean)).toHaveLength(rows.length + 1)
    expect(text).toContain('"Mika Sommer","To mark","2026-11-11 16:40","2026-11-13 18:02",552,')
    expect(text).toMatch(/,13\.5,15,"Well done\. Mind the signs in 3b\."\r\n/)
    expect(names).toEqual(['Fractions p. 42, overview.csv'])
  })

  it('has no formulas from names', async () => {
    captureSavedFiles()
    const { user } = await renderOverview({
      language: 'de',
      change: rows => rows.map(entry => ({ ...entry, user: { ...entry.user, name: '=1+1";=2' } })),
    })
    await user.click(screen.getByRole('button', { name: 'Als CSV speichern' }))
    const text = (await saved[0]?.text()) ?? ''
    expect(text).toContain(`"'=1+1"";=2";`)
    const cells = [...text.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell]) => cell)
    expect(cells.filter(cell => cell?.startsWith('='))).toEqual([])
    expect(text.replaceAll(/"(?:[^"]|"")*"/g, '')).toMatch(/^\uFEFF?[;\r\n\d,]*$/)
    expect(text).toContain(';13,5;15;')
  })
})
