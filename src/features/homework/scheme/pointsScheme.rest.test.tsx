import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { paths } from '../../../paths.ts'
import { getCorrection, openCorrection, pupilIds } from '../../../testing/testDesk.tsx'

type Opened = Awaited<ReturnType<typeof openCorrection>>

const findDialog = async () => within(await screen.findByRole('dialog', { name: 'Points scheme' }))
const findLines = async () =>
  (await findDialog()).findByRole<HTMLTextAreaElement>('textbox', { name: 'Lines' })
const openDialog = async ({ user, panel }: Pick<Opened, 'user' | 'panel'>, name = 'Points scheme') => {
  await user.click(await panel.findByRole('button', { name }))
  return findLines()
}
/** Writes the scheme of the open homework. */
async function writeScheme(opened: Opened, text: string, button?: string): Promise<void> {
  const field = await openDialog(opened, button)
  await opened.user.clear(field)
  await opened.user.type(field, text)
  await opened.user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}
const findField = (label: string) =>
  screen.findByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${label}: points`) })
const preview = (text: string) => screen.findByText(text)

describe('the points scheme', () => {
  it('is filled in by keyboard, and its result is returned below the feedback', async () => {
    const opened = await openCorrection('mika')
    const { app, user, panel, findText, findPoints } = opened
    await writeScheme(opened, '1a 2{Enter}1b 3{Enter}2 10')
    await user.type(await findText(), 'Neat work.{Escape}')
    await user.keyboard('s')
    expect(document.activeElement).toBe(await findField('1a'))
    await user.keyboard('2{Enter}1,5{ArrowDown}8{Enter}')
    expect(document.activeElement).toBe(await findPoints())
    await waitFor(async () => expect((await findPoints()).value).toBe('11.5'))
    await preview('1a 2/2 · 1b 1.5/3 · 2 8/10 · 11.5 of 15')
    await user.click(panel.getByRole('button', { name: 'Return and stay here' }))
    await panel.findByText(/^Returned by you/)
    const feedback = 'Neat work.\n\n1a 2/2 · 1b 1.5/3 · 2 8/10 · 11.5 of 15'
    await waitFor(async () =>
      expect(await getCorrection(app, pupilIds.mika)).toMatchObject({
        teacher_correction: feedback,
        points: 11.5,
      }),
    )

    await user.click(panel.getByRole('button', { name: 'Mark again' }))
    expect((await findText()).value).toBe('Neat work.')
    await user.clear(await findField('1b'))
    await user.type(await findField('1b'), '3')
    await waitFor(async () => expect((await findPoints()).value).toBe('13'))
    await user.click(panel.getByRole('button', { name: 'Return and stay here' }))
    await waitFor(async () =>
      expect(await getCorrection(app, pupilIds.mika)).toMatchObject({
        teacher_correction: 'Neat work.\n\n1a 2/2 · 1b 3/3 · 2 8/10 · 13 of 15',
        points: 13,
      }),
    )
  })

  it('gives full points for a whole task, and takes them back', async () => {
    const opened = await openCorrection('mika')
    const { user, findPoints } = opened
    await writeScheme(opened, '1a 2{Enter}1b 3{Enter}2 10')
    await user.type(await findField('1b'), '1')
    await user.keyboard('a')
    expect((await findField('1a')).value).toBe('2')
    expect((await findField('1b')).value).toBe('3')
    expect((await findField('2')).value).toBe('')
    expect((await findPoints()).value).toBe('5')
    await user.keyboard('*')
    expect((await findField('1a')).value).toBe('')
    expect((await findField('1b')).value).toBe('1')
    await user.click(screen.getByRole('button', { name: 'All of 2' }))
    expect((await findField('2')).value).toBe('10')
  })

  it('gives back the points that a mistyped word replaced', async () => {
    const opened = await openCorrection('mika')
    const { user } = opened
    await writeScheme(opened, '1a 2{Enter}1b 3')
    await user.type(await findField('1a'), '1.5')
    await user.type(await findField('1b'), 'abc')
    expect((await findField('1b')).value).toContain('bc')
    await user.keyboard('a')
    expect((await findField('1a')).value).toBe('1.5')
    expect((await findField('1b')).value).toBe('')
  })

  it('is scaled to the maximum of the homework, and typed points take precedence', async () => {
    const opened = await openCorrection('mika')
    const { user, panel, findPoints } = opened
    await writeScheme(opened, '1 24')
    await user.type(await findField('1'), '17')
    await panel.findByText('17 of 24, scaled to 10.6 of 15')
    expect((await findPoints()).value).toBe('10.6')
    await preview('1 17/24 · 17 of 24, scaled to 10.6 of 15')
    await user.clear(await findPoints())
    await user.type(await findPoints(), '11')
    await preview('1 17/24 · 17 of 24')
    await panel.findByText('The points differ from the total.')
    await user.click(panel.getByRole('button', { name: 'Use 10.6' }))
    expect((await findPoints()).value).toBe('10.6')
  })

  it('refuses texts as points', async () => {
    const opened = await openCorrection('mika')
    const { app, user, panel } = opened
    await writeScheme(opened, '1 2{Enter}2 3')
    await user.type(await findField('1'), 'two')
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect((await panel.findByRole('alert')).textContent).toMatch(/^1: points must be a number/)
    expect(await getCorrection(app, pupilIds.mika)).toMatchObject({ teacher_correction: null, points: null })
    await user.clear(await findField('1'))
    await user.type(await findField('1'), '3')
    await panel.findByText('1: that is more than 2.')
  })

  it('loses no points when it changes, and returns all drafts with the new scheme', async () => {
    const opened = await openCorrection('mika')
    const { app, user, panel, findPoints } = opened
    await writeScheme(opened, '1a 2{Enter}1b 3')
    await user.type(await findField('1a'), '2{Enter}1.5')
    await panel.findByText(/^Draft saved/)
    await writeScheme(opened, '1a 4{Enter}2 6', 'Change the scheme')
    const removed = within(await panel.findByRole('region', { name: 'No longer in the scheme' }))
    expect(removed.getByRole('listitem').textContent).toMatch(/^1b: 1\.5 of 3/)
    expect((await findField('1a')).value).toBe('2')
    expect((await findPoints()).value).toBe('3')
    await preview('1a 2/4 · 2 –/6 · 2 of 10, scaled to 3 of 15 (not counted: 1b 1.5/3)')

    await user.click(await screen.findByRole('button', { name: /^Return all drafts/ }))
    await screen.findByText(/^Returning 1 draft in/)
    app.sleep(10_000)
    await waitFor(async () =>
      expect(await getCorrection(app, pupilIds.mika)).toMatchObject({
        teacher_correction: '1a 2/4 · 2 –/6 · 2 of 10, scaled to 3 of 15 (not counted: 1b 1.5/3)',
        points: 3,
      }),
    )
  })

  it('removes the points of a removed line on request', async () => {
    const opened = await openCorrection('mika')
    const { user, panel } = opened
    await writeScheme(opened, '1a 2{Enter}1b 3')
    await user.type(await findField('1a'), '2{Enter}1')
    await writeScheme(opened, '1a 2', 'Change the scheme')
    await user.click(await panel.findByRole('button', { name: 'Remove 1b' }))
    await preview('1a 2/2 · 2 of 2, scaled to 15 of 15')
    expect(panel.queryByText('No longer in the scheme')).toBeNull()
  })

  it('is offered for the next homework of the subject', async () => {
    const opened = await openCorrection('mika')
    const { app, user } = opened
    await writeScheme(opened, '1a 2{Enter}1b 3')
    // Also Maths of 8b.
    await act(() => app.router.navigate(paths.desk(1, 7, pupilIds.mika)))
    await screen.findByText(/^Last used: “.*Fractions p. 42.*”, 2 lines with 5 points\.$/)
    await user.click(screen.getByRole('button', { name: 'Use it' }))
    expect((await findField('1b')).value).toBe('')
  })

  it('stays with its points after a reload', async () => {
    const indexedDB = new IDBFactory()
    const before = await openCorrection('mika', { indexedDB })
    await writeScheme(before, '1a 2{Enter}1b 3')
    await before.user.type(await findField('1b'), '2.')
    await before.panel.findByText(/^Draft saved/)
    cleanup()
    await openCorrection('mika', { indexedDB })
    expect((await findField('1b')).value).toBe('2.')
  })
})

describe('the dialog', () => {
  it('names the lines that it does not understand', async () => {
    const opened = await openCorrection('mika')
    const { user } = opened
    const field = await openDialog(opened)
    const dialog = await findDialog()
    await user.click(dialog.getByRole('button', { name: 'Save scheme' }))
    expect((await dialog.findByRole('alert')).textContent).toBe('Write at least one line, like “1a 2”.')
    await user.type(field, '1a 2{Enter}1a 3{Enter}2 two{Enter}3')
    const items = dialog.getAllByRole('listitem').map(({ textContent }) => textContent?.replaceAll(/[⁨⁩]/g, ''))
    expect(items).toEqual([
      'Line 2: 1a is there twice.',
      'Line 3: “two” is not a number. Points are written like 2 or 4.5.',
      'Line 4: “3” needs a name and points, like “1a 2”.',
    ])
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(screen.getByRole('dialog')).toBeDefined()
  })

  it('keeps the typed text when it is closed, and discards it on Cancel', async () => {
    const opened = await openCorrection('mika')
    const { user } = opened
    await user.type(await openDialog(opened), '1a 2')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect((await openDialog(opened)).value).toBe('1a 2')
    await user.click((await findDialog()).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect((await openDialog(opened)).value).toBe('')
  })

  it('opens the file of a colleague', async () => {
    const opened = await openCorrection('mika')
    const { user } = opened
    const field = await openDialog(opened)
    await user.type(field, '9 9')
    const dialog = await findDialog()
    const input = dialog.getByLabelText<HTMLInputElement>('Open a file', { selector: 'input' })
    await user.upload(input, new File(['not a scheme'], 'letter.txt', { type: 'text/plain' }))
    expect((await dialog.findByRole('alert')).textContent).toMatch(/letter\.txt.* is not a points scheme/)
    await user.upload(input, new File(['\uFEFF1a 2,5\r\n1b 3\r\n'], 'scheme.txt', { type: 'text/plain' }))
    await waitFor(() => expect(field.value).toBe('1a 2,5\n1b 3'))
    await user.click(dialog.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(field.value).toBe('9 9'))
  })

  it('removes the scheme when all lines are deleted', async () => {
    const opened = await openCorrection('mika')
    await writeScheme(opened, '1a 2')
    await findField('1a')
    const field = await openDialog(opened, 'Change the scheme')
    await opened.user.clear(field)
    await opened.user.click((await findDialog()).getByRole('button', { name: 'Remove scheme' }))
    await waitFor(() => expect(screen.queryByRole('textbox', { name: /: points,/ })).toBeNull())
    expect(await opened.panel.findByRole('button', { name: 'Points scheme' })).toBeDefined()
  })
})

it('is translated to German', async () => {
  const { user, panel, findPoints } = await openCorrection('mika', { language: 'de' })
  await user.click(await panel.findByRole('button', { name: 'Punkteschema' }))
  await user.type(await screen.findByRole('textbox', { name: 'Zeilen' }), '1a 2,5{Enter}1b 12,5')
  await user.click(screen.getByRole('button', { name: 'Schema speichern' }))
  await user.type(await screen.findByRole('textbox', { name: '1a: Punkte, höchstens 2,5' }), '2,5{Enter},5')
  await preview('1a 2,5/2,5 · 1b 0,5/12,5 · 3 von 15')
  expect((await findPoints()).value).toBe('3')
})
