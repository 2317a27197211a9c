import { QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { IntlProvider } from 'use-intl'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApi } from '../../api/createApi.ts'
import { DeliveryProvider } from '../../delivery/DeliveryContext.ts'
import type { Messages } from '../../i18n/Messages.ts'
import { SchoolTimeProvider } from '../../i18n/SchoolTime.tsx'
import { CurrentUserProvider } from '../../session/currentUser.ts'
import { UserStorageProvider } from '../../session/userStorage.tsx'
import { loadMessages } from '../../testing/loadMessages.ts'
import { openingDelivery } from '../../testing/openingDelivery.ts'
import { render } from '../../testing/render.tsx'
import { faultySchool, type TestService, testService } from '../../testing/testService.ts'
import { createShortcutStore, ShortcutContext } from '../../ui/focus/useShortcuts.ts'
import { createHeadingStore, HeadingContext } from '../../ui/layout/ScreenHeader.tsx'
import { TimetableScreen } from './TimetableScreen.tsx'

let school: TestService
let token: string
let texts: { en: Messages; de: Messages }
beforeAll(async () => {
  texts = { en: await loadMessages('en'), de: await loadMessages('de') }
  school = await testService({ fill: faultySchool })
})
afterAll(() => school.close())
beforeEach(async () => {
  localStorage.clear()
  token = await school.signIn('albrecht')
})

type ShowOptions = { courseId?: number; language?: 'en' | 'de'; offline?: () => boolean } & {
  now?: string
  user?: number
}

function show(
  query = '',
  { courseId = 1, language = 'en', offline = () => false, now, user = 7 }: ShowOptions = {},
) {
  const instant = now ? Date.parse(now) : school.clock()
  const clock = () => instant
  const { queryClient } = createApi({
    clock,
    fetch: async (path, init) => {
      if (offline()) throw new TypeError('no network')
      return school.send(init?.method ?? 'GET', path, { token })
    },
  })
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } })
  const keys = createShortcutStore(() => true)
  const header = createHeadingStore()
  const router = createMemoryRouter([{ path: '/classes/:courseId/timetable', Component: TimetableScreen }], {
    initialEntries: [`/classes/${courseId}/timetable${query}`],
  })
  document.onkeydown = keys.handleKeyDown
  const shown = render(
    <IntlProvider locale={language} timeZone="Europe/Berlin" messages={texts[language]}>
      <QueryClientProvider client={queryClient}>
        <CurrentUserProvider value={{ id: user, name: 'Jana Albrecht' }}>
          <UserStorageProvider isTemporary={false}>
            <DeliveryProvider value={openingDelivery}>
              <SchoolTimeProvider value={{ timeZone: 'Europe/Berlin', clock }}>
                <ShortcutContext value={keys}>
                  <HeadingContext value={header}>
                    <RouterProvider router={router} />
                  </HeadingContext>
                </ShortcutContext>
              </SchoolTimeProvider>
            </DeliveryProvider>
          </UserStorageProvider>
        </CurrentUserProvider>
      </QueryClientProvider>
    </IntlProvider>,
  )
  return {
    ...shown,
    header,
    router,
    user: userEvent.setup(),
    queryClient,
    address: () => router.state.location.search,
  }
}

const lessons = () => screen.findAllByRole('button', { expanded: false })
const heading = (name: string) => screen.findByRole('heading', { name, level: 2 })

describe('the week', () => {
  it('shows this week with headers, today and days without school', async () => {
    show()
    expect(await heading('16 – 20 Nov 2026 week 47')).toBeTruthy()
    const today = await screen.findByRole('columnheader', { name: /Wed 18, today/ })
    expect(today.getAttribute('aria-current')).toBe('date')
    expect(await screen.findByText('Staff training day')).toBeTruthy()
    expect(screen.getAllByRole('columnheader')).toHaveLength(6)
    expect(document.querySelectorAll('table *').length).toBeLessThan(600)
    const doublePeriods = await screen.findAllByRole('button', { name: /^PE/ })
    expect(doublePeriods.map(lesson => lesson.closest('td')?.rowSpan)).toEqual([2])
  })

  it('marks current, changed and cancelled lessons in text', async () => {
    show()
    await lessons()
    const currentLessons = screen.getAllByRole('button', { name: /Now, 20 min left/ })
    expect(currentLessons.map(one => one.getAttribute('aria-current'))).toEqual(
      currentLessons.map(() => 'time'),
    )
    expect(screen.getAllByRole('button', { name: /instead of \S+ B12/ }).length).toBeGreaterThan(0)
    expect(screen.getAllByRole('button', { name: /Cancelled/ }).length).toBeGreaterThan(0)
  })

  it('shows entries of unknown structure as text', async () => {
    token = await school.signIn('ruiz')
    show('', { courseId: 9103 })
    expect((await screen.findAllByText('Assembly in the Aula after period 4.')).length).toBeGreaterThan(0)
    expect(screen.getAllByText(/headline: Canteen closed/).length).toBeGreaterThan(0)
  })

  it('ignores an invalid week in the URL', async () => {
    show('?week=2026-W99&view=month')
    expect(await heading('16 – 20 Nov 2026 week 47')).toBeTruthy()
  })

  it('opens next week on Saturday', async () => {
    show('', { now: '2026-11-21T10:00:00+01:00' })
    expect(await heading('23 – 27 Nov 2026 week 48')).toBeTruthy()
  })

  it('is translated into German', async () => {
    show('', { language: 'de' })
    expect(await heading('16. – 20. Nov. 2026 Woche 47')).toBeTruthy()
    expect(await screen.findByText('Kein Unterricht')).toBeTruthy()
  })

  it('explains a class without timetable', async () => {
    token = await school.signIn('kern')
    show('', { courseId: 4 })
    expect(await heading('No timetable for Drama group yet')).toBeTruthy()
    token = await school.signIn('albrecht')
  })
})

describe('navigation', () => {
  it('moves by weeks in the URL, and returns to today', async () => {
    const { user, address } = show()
    await lessons()
    await user.click(screen.getByRole('button', { name: 'Week after' }))
    await heading('23 – 27 Nov 2026 week 48')
    await user.keyboard('{ArrowRight}')
    expect(await heading('30 Nov – 4 Dec 2026 week 49')).toBeTruthy()
    expect(address()).toBe('?week=2026-W49')
    await lessons()
    await user.keyboard('{ArrowLeft}')
    await heading('23 – 27 Nov 2026 week 48')
    await user.keyboard('d')
    await waitFor(() => expect(address()).toBe('?week=2026-W48&view=day'))
    await user.keyboard('w')
    await heading('23 – 27 Nov 2026 week 48')
    await lessons()
    await user.keyboard('t')
    expect(await heading('16 – 20 Nov 2026 week 47')).toBeTruthy()
    expect(address()).toBe('')
  })

  it('explains missing earlier weeks, and shows a stored one', async () => {
    const { user, unmount } = show()
    await lessons()
    const back = screen.getByRole('button', { name: 'Week before' })
    expect(back.getAttribute('aria-disabled')).toBe('true')
    await user.click(back)
    expect((await screen.findByRole('status')).textContent).toMatch(/^Earlier weeks are only shown/)
    unmount()

    const later = { now: '2026-11-25T09:00:00+01:00', offline: () => true }
    const storedWeek = show('?week=2026-W47', later)
    expect(await screen.findByText(/^Saved in this browser/)).toBeTruthy()
    expect((await lessons()).length).toBeGreaterThan(10)
    storedWeek.unmount()
    show('?week=2026-W46', { now: '2026-11-18T09:00:00+01:00' })
    expect(await heading('This week is no longer here')).toBeTruthy()
  })

  it('changes the view by key and button, in the URL', async () => {
    const { user, address } = show()
    await lessons()
    await user.keyboard('d')
    expect(await screen.findByRole('heading', { name: /Wednesday 18 November/ })).toBeTruthy()
    expect(address()).toBe('?view=day')
    await user.click(screen.getByRole('button', { name: 'Day after' }))
    await waitFor(() => expect(screen.queryByRole('heading', { name: /Wednesday 18 November/ })).toBeNull())
    expect(address()).toBe('?day=2026-11-19&view=day')
    await user.click(screen.getByRole('radio', { name: 'Week' }))
    expect(await screen.findByRole('table')).toBeTruthy()
  })

  it('moves by arrow keys with one tab stop', async () => {
    const { user, address } = show()
    await lessons()
    const tabStops = [...document.querySelectorAll<HTMLElement>('[data-lesson]')].filter(
      one => one.tabIndex === 0,
    )
    expect(tabStops).toHaveLength(1)
    tabStops[0]?.focus()
    await user.keyboard('{Home}')
    const first = document.activeElement
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement).not.toBe(first)
    expect(address()).toBe('')
    expect([...document.querySelectorAll('[data-lesson][tabindex="0"]')]).toEqual([document.activeElement])
  })

  it('remembers hidden breaks', async () => {
    const { user, unmount } = show()
    await lessons()
    expect(screen.getAllByText('Break, 20 min')).toHaveLength(2)
    await user.click(screen.getByRole('checkbox', { name: 'Breaks' }))
    expect(screen.queryByText('Break, 20 min')).toBeNull()
    unmount()
    show()
    await lessons()
    expect(screen.queryByText('Break, 20 min')).toBeNull()
  })
})

describe('the lesson card', () => {
  it('opens on Enter, and returns the focus on Escape', async () => {
    const { user } = show()
    await lessons()
    const cell = screen.getAllByRole('button', { name: /instead of \S+ B12/ })[0]
    cell?.focus()
    await user.keyboard('{Enter}')
    const card = await screen.findByRole('dialog')
    expect(within(card).getByText('The usual room is used for an exam.')).toBeTruthy()
    expect(within(card).getByText(/^Next .+: \w{3} \d+ Nov/)).toBeTruthy()
    expect(card.contains(document.activeElement)).toBe(true)
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(cell)
  })
})

describe('changes since the last visit', () => {
  it('are marked per user', async () => {
    const { unmount } = show()
    await lessons()
    unmount()
    const sameWeek = show()
    await lessons()
    expect(screen.queryByText(/changes? since/)).toBeNull()
    sameWeek.unmount()

    const row = await school.db
      .insertInto('representations')
      .values({ course_id: 1, date: '2026-11-16', body: '{"kind":"note","note":"Fire drill"}' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const changed = show()
    expect(await screen.findByText('1 change since Wed 10:20')).toBeTruthy()
    changed.unmount()
    show('', { user: 8 })
    await lessons()
    expect(screen.queryByText(/changes? since/)).toBeNull()
    await school.db.deleteFrom('representations').where('id', '=', row.id).execute()
  })
})

describe('without a response of the service', () => {
  it('shows an error with a retry button', async () => {
    let offline = true
    const { user } = show('', { offline: () => offline })
    expect(await heading('The timetable could not be loaded')).toBeTruthy()
    offline = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('table')).toBeTruthy()
  })

  it('shows the stored week with its age', async () => {
    const { unmount } = show()
    await lessons()
    unmount()
    show('', { offline: () => true })
    await waitFor(() =>
      expect(screen.getByRole('status').textContent).toMatch(/^Updated \w{3} \d\d:\d\d\. You are offline/),
    )
    expect((await lessons()).length).toBeGreaterThan(10)
  })

  it('counts invalid days and shows the others', async () => {
    show('', { courseId: 9051 })
    expect(await screen.findByText(/could not be read/)).toBeTruthy()
  })
})
