import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { parseEntries } from '../../outbox/settings/entries.ts'
import { paths } from '../../paths.ts'
import { type Rendered, renderApp } from '../../testing/renderApp.tsx'
import { openCorrection } from '../../testing/testDesk.tsx'
import type { TestService } from '../../testing/testService.ts'

type Opened = Awaited<ReturnType<typeof openCorrection>>

const readStored = async ({ service }: { service: TestService }, name: string) => {
  const row = await service.db
    .selectFrom('user_settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return Object.values(parseEntries(row?.value ?? null) ?? {}).map(({ value }) => value)
}
/** Hiding the page sends pending changes at once. */
const hidePage = () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
async function waitForStored(app: { service: TestService }, name: string, expected: unknown): Promise<void> {
  await waitFor(async () => {
    hidePage()
    expect(await readStored(app, name)).toEqual(expected)
  })
}
/** Opens the same app with other storage, as on another device. The first app is closed. */
async function openOtherDevice({ app }: Opened, options: Parameters<typeof openCorrection>[1] = {}) {
  cleanup()
  return openCorrection('aiko', { service: app.service, indexedDB: new IDBFactory(), ...options })
}

async function returnFeedback({ user, panel, findText }: Opened, text: string): Promise<void> {
  await user.type(await findText(), text)
  await user.click(panel.getByRole('button', { name: 'Return and stay here' }))
  await panel.findByText(/^Returned by you/)
}
async function openPhrases({ user, panel }: Opened) {
  await user.click(panel.getByRole('button', { name: 'Phrases' }))
  return within(await screen.findByRole('dialog', { name: 'Phrases' }))
}
async function writeScheme({ user, panel }: Opened, text: string, button = 'Points scheme'): Promise<void> {
  await user.click(await panel.findByRole('button', { name: button }))
  const field = await screen.findByRole('textbox', { name: 'Lines' })
  await user.clear(field)
  if (text !== '') await user.type(field, text)
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}
const openUserMenu = async () =>
  userEvent.click((await screen.findAllByRole('button', { name: /Account and settings/ }))[0] as HTMLElement)

describe('phrases', () => {
  it('are offered on another device, which says where they are saved', async () => {
    const first = await openCorrection('mika')
    await returnFeedback(first, 'Show every step of it.')
    await waitForStored(first.app, 'staffroom.phrases', [{ text: 'Show every step of it.', uses: 1 }])
    await first.app.service.db.updateTable('submissions').set({ teacher_correction: 'Other.' }).execute()

    const second = await openOtherDevice(first)
    const phrases = await openPhrases(second)
    await phrases.findByRole('option', { name: /^Show every step of it\./ })
    await phrases.findByText('Saved in your school account.')
  })

  it('that were deleted stay deleted on every device, although the feedback has them', async () => {
    const first = await openCorrection('mika')
    await returnFeedback(first, 'Show every step of it.')
    await first.user.click(first.panel.getByRole('button', { name: 'Mark again' }))
    await first.findText()
    const phrases = await openPhrases(first)
    await first.user.type(await phrases.findByRole('combobox'), 'every step of')
    await phrases.findByRole('option', { name: /^Show every step of it\./ })
    await first.user.keyboard('{Shift>}{Delete}{/Shift}')
    await phrases.findByText('Deleted: Show every step of it.')
    await waitFor(() => expect(phrases.queryByRole('option')).toBeNull())
    await waitForStored(first.app, 'staffroom.phrases', [null])

    const second = await openOtherDevice(first)
    const otherPhrases = await openPhrases(second)
    await otherPhrases.findByText('Saved in your school account.')
    await otherPhrases.findByRole('option', { name: /^Mind the signs in 3b\./ })
    await waitFor(() =>
      expect(otherPhrases.queryByRole('option', { name: /^Show every step of it\./ })).toBeNull(),
    )
  })

  it('stay on the device if the service has no settings, and the app says so', async () => {
    let requests = 0
    const opened = await openCorrection('mika', {
      documentedOnly: true,
      respond: ({ url }) => {
        if (url.includes('/me/settings')) requests += 1
        return undefined
      },
    })
    await returnFeedback(opened, 'Show every step of it.')
    await opened.user.click(opened.panel.getByRole('button', { name: 'Mark again' }))
    await opened.findText()
    const phrases = await openPhrases(opened)
    await phrases.findByRole('option', { name: /^Show every step of it\./ })
    await phrases.findByText('Saved on this device only: your school’s service does not store settings.')
    expect(requests).toBeLessThanOrEqual(3)
  })

  it('that could not be sent are sent later', async () => {
    let isBroken = true
    const first = await openCorrection('mika', {
      respond: request =>
        isBroken && request.url.includes('/me/settings') ? new Response(null, { status: 503 }) : undefined,
    })
    await returnFeedback(first, 'Show every step of it.')
    await first.user.click(first.panel.getByRole('button', { name: 'Mark again' }))
    await first.findText()
    const phrases = await openPhrases(first)
    await phrases.findByText('Saved on this device, not yet in your school account.')
    isBroken = false
    await waitForStored(first.app, 'staffroom.phrases', [{ text: 'Show every step of it.', uses: 1 }])
    await phrases.findByText('Saved in your school account.')
  })
})

describe('points schemes', () => {
  it('are the same on both devices, also after one of them is removed', async () => {
    const first = await openCorrection('mika')
    await writeScheme(first, '1a 2{Enter}1b 3')
    const scheme = {
      title: expect.stringContaining('Fractions'),
      lines: [
        { label: '1a', max: 2 },
        { label: '1b', max: 3 },
      ],
    }
    const [subject] = await first.app.service.db
      .selectFrom('homeworks')
      .select('lesson_id')
      .where('id', '=', 1)
      .execute()
    const name = `staffroom.schemes.${subject?.lesson_id}`
    await waitForStored(first.app, name, [scheme])

    const second = await openOtherDevice(first)
    await screen.findByRole('textbox', { name: /^1b: points/ })
    await second.user.click(await second.panel.findByRole('button', { name: 'Change the scheme' }))
    await screen.findByText('Saved in your school account.')
    await second.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await writeScheme(second, '', 'Change the scheme')
    await waitForStored(second.app, name, [null])

    const third = await openOtherDevice(second)
    expect(await third.panel.findByRole('button', { name: 'Points scheme' })).toBeDefined()
    expect(screen.queryByRole('textbox', { name: /^1b: points/ })).toBeNull()
  })
})

describe('preferences', () => {
  const open = async (options: Parameters<typeof renderApp>[0] = {}): Promise<Rendered> => {
    const app = await renderApp({ as: 'albrecht', at: paths.timetable(1), ...options })
    await screen.findByRole('heading', { level: 1, name: /Timetable|Stundenplan/ })
    return app
  }

  it('follow the user to another device, and the last change wins', async () => {
    const first = await open()
    await openUserMenu()
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Dark' }))
    await waitForStored(first, 'staffroom.preferences', ['dark'])
    cleanup()

    const second = await open({ service: first.service, indexedDB: new IDBFactory() })
    await waitFor(() => expect(second.preferences.settings().theme).toBe('dark'), { timeout: 5_000 })
    await openUserMenu()
    await screen.findByText('Saved in your school account.')
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Deutsch' }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Hell' }))
    await waitForStored(second, 'staffroom.preferences', expect.arrayContaining(['light', 'de']))
    cleanup()

    const third = await open({ service: first.service, indexedDB: new IDBFactory() })
    await waitFor(
      () => expect(third.preferences.settings()).toMatchObject({ theme: 'light', language: 'de' }),
      { timeout: 5_000 },
    )
  })

  it('that are chosen while the page loads are not replaced', async () => {
    const first = await open()
    await openUserMenu()
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Dark' }))
    await waitForStored(first, 'staffroom.preferences', ['dark'])
    cleanup()
    const second = await open({ service: first.service, indexedDB: new IDBFactory() })
    second.preferences.update({ theme: 'light' })
    await waitForStored(second, 'staffroom.preferences', ['light'])
    expect(second.preferences.settings().theme).toBe('light')
  })

  it('are sent before a sign-out', async () => {
    const first = await open()
    await openUserMenu()
    await screen.findByText('Saved in your school account.')
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Dark' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
    await screen.findByRole('heading', { name: 'Sign in with your school account' })
    expect(await readStored(first, 'staffroom.preferences')).toEqual(['dark'])
  })
})
