import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { paths } from '../../../paths.ts'
import { stubElementSizes } from '../../../testing/stubElementSizes.ts'
import {
  currentPupilLink,
  namesInGroup,
  openDesk,
  pupilGroup,
  pupilList,
  taskHeading,
} from '../../../testing/testDesk.tsx'

stubElementSizes()

describe('opening the desk', () => {
  it('opens the first pupil to correct with three requests', async () => {
    const { address, calls, router } = await openDesk()
    await taskHeading('Ilja Horvat')
    expect(address()).toMatch(/submissions\/\d+$/)
    expect(router.state.historyAction).toBe('REPLACE')
    expect(await screen.findByText(/^\D*of 28 marked$/)).toBeTruthy()
    // The number in the rail fetches other homework, and later the open pupil is announced.
    const deskCalls = calls.filter(call => /^GET .*\/(?:homeworks\/1$|todos\/1\/)/.test(call))
    expect(deskCalls.toSorted()).toEqual([
      'GET /courses/1/homeworks/1',
      'GET /todos/1/marking',
      'GET /todos/1/submissions',
    ])
  })

  it('sorts by hand-in time, and shows progress', async () => {
    await openDesk()
    const names = await namesInGroup('To mark')
    expect(names.length).toBeGreaterThan(5)
    const times = (await pupilGroup('To mark'))
      .getAllByRole('link')
      .map(link => link.querySelector('time')?.dateTime ?? '')
    expect(times).toEqual(times.toSorted())
    expect(
      (await pupilGroup('Marked')).getAllByRole('link', { name: /, marked, 13\.5 points/ }),
    ).toHaveLength(1)
    expect(
      (await pupilGroup('Missing')).getAllByRole('link', { name: /, missing, not seen$/ }).length,
    ).toBeGreaterThan(0)
    expect(document.title).toMatch(/Ilja Horvat · Fractions p\. 42 · 8b/)
  })

  it('opens the chosen pupil with time and comment', async () => {
    const { user, router } = await openDesk()
    await taskHeading('Ilja Horvat')
    const mika = (await pupilList()).getByRole('link', {
      name: /^Mika Sommer, to mark, handed in Fri \d\d:\d\d$/,
    })
    await user.click(mika)
    await taskHeading('Mika Sommer')
    expect(mika.getAttribute('href')).toBe(router.state.location.pathname)
    expect(mika.getAttribute('aria-current')).toBe('true')
    expect(screen.getByText(/^Handed in Fri 13 Nov, \d\d:\d\d · 9 h after due$/)).toBeTruthy()
    expect(screen.getByLabelText('Comment of Mika Sommer').textContent).toBe('I did 1 to 4, 5 was unclear.')
    expect(screen.getByText('16 of 16')).toBeTruthy()
  })

  it('reports an unknown pupil with a link', async () => {
    await openDesk({ to: paths.desk(1, 1, 999_999) })
    expect(await taskHeading('This pupil is not in the list')).toBeTruthy()
    expect(screen.getByRole('link', { name: /^Continue with / })).toBeTruthy()
  })

  it('is translated to German', async () => {
    await openDesk({ language: 'de' })
    expect(await screen.findByText('16', { selector: 'h2 > span' })).toBeTruthy()
    expect(screen.getAllByRole('heading', { name: /Zu korrigieren/ }).length).toBeGreaterThan(0)
  })

  it('works with documented endpoints only', async () => {
    await openDesk({ documentedOnly: true })
    await taskHeading('Ilja Horvat')
  })
})

describe('keyboard shortcuts', () => {
  it('move between pupils and between pupils to correct', async () => {
    const { user } = await openDesk()
    await taskHeading('Ilja Horvat')
    const names = await namesInGroup('To mark')
    await user.keyboard('j')
    await taskHeading(names[1] ?? '')
    await user.keyboard('k')
    await taskHeading(names[0] ?? '')
    await user.keyboard('N')
    await taskHeading(names.at(-1) ?? '')
    await user.keyboard('n')
    await taskHeading(names[0] ?? '')
    expect((await currentPupilLink())?.textContent).toContain(names[0])
  })

  it('keep the focus in the list', async () => {
    const { user } = await openDesk()
    await taskHeading('Ilja Horvat')
    const [, second] = await namesInGroup('To mark')
    ;(await currentPupilLink())?.focus()
    await user.keyboard('{ArrowDown}')
    await taskHeading(second ?? '')
    await waitFor(() => expect(document.activeElement?.textContent).toContain(second))
  })

  it('are listed on ?', async () => {
    const { user } = await openDesk()
    await taskHeading('Ilja Horvat')
    await user.keyboard('?')
    const dialog = within(await screen.findByRole('dialog'))
    for (const text of ['Next pupil', 'Previous pupil', 'Next to mark', 'Previous to mark']) {
      expect(dialog.getByText(text)).toBeTruthy()
    }
  })
})

describe('search and filter', () => {
  it('opens the first match on Enter, or reports that there is no match', async () => {
    const { user } = await openDesk()
    await taskHeading('Ilja Horvat')
    const search = screen.getByRole('searchbox', { name: 'Search pupils' })
    await user.type(search, 'sommer m{Enter}')
    await taskHeading('Mika Sommer')
    expect((await pupilList()).getAllByRole('link')).toHaveLength(1)
    await user.type(search, 'xx')
    expect(screen.getByText('No pupils match.')).toBeTruthy()
    await user.keyboard('{Escape}')
    expect((await pupilList()).getAllByRole('link').length).toBeGreaterThan(10)
  })

  it('keeps the filter in the URL', async () => {
    const { user, router } = await openDesk({ to: `${paths.desk(1, 1)}?show=corrected` })
    await screen.findByText('Only: Marked')
    const names = await namesInGroup('Marked')
    expect((await pupilList()).getAllByRole('link')).toHaveLength(names.length)
    await user.click((await pupilList()).getByRole('link', { name: new RegExp(`^${names[1]}`) }))
    await taskHeading(names[1] ?? '')
    expect(router.state.location.search).toBe('?show=corrected')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Filter' }), 'All')
    await waitFor(async () =>
      expect((await pupilList()).getAllByRole('link').length).toBeGreaterThan(names.length),
    )
    expect(router.state.location.search).toBe('')
  })
})

describe('a class of 1,000 pupils', () => {
  it('renders visible rows and the open pupil’s row', async () => {
    const { user } = await openDesk({ to: paths.desk(5, 21), crowd: true })
    expect(await (await pupilList()).findByText(/of 1,000 marked$/)).toBeTruthy()
    const rowCount = (await pupilList()).getAllByRole('link').length
    expect(rowCount).toBeGreaterThan(10)
    expect(rowCount).toBeLessThan(60)
    const first = (await pupilList()).getAllByRole('listitem')[0]
    expect(Number(first?.getAttribute('aria-setsize'))).toBeGreaterThan(300)
    await user.keyboard('N')
    await waitFor(async () => expect(await currentPupilLink()).toBeTruthy())
  })
})

describe('homework that can’t be corrected', () => {
  it('links to the task if no submission is needed', async () => {
    const { service, router } = await openDesk({ to: paths.homework(1) })
    await service.db.updateTable('homeworks').set({ is_submissionable: 0 }).where('id', '=', 7).execute()
    await service.db.deleteFrom('submissions').where('todo_id', '=', 7).execute()
    await act(() => router.navigate(paths.desk(1, 7)))
    expect(await taskHeading('No submission needed')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Open the task' }).getAttribute('href')).toBe(paths.task(1, 7))
  })

  it('shows pupils that they can’t correct', async () => {
    const { calls } = await openDesk({ as: 'sommer' })
    expect(await taskHeading('You cannot mark this homework')).toBeTruthy()
    expect(calls.filter(call => call.endsWith('/submissions'))).toEqual([])
  })

  it.each(['ruiz', 'kern'])('fetches the submissions for %s only with access', async as => {
    const { calls } = await openDesk({ as })
    const mayCorrect = as === 'ruiz'
    await screen.findByRole('heading', {
      name: mayCorrect ? 'Ilja Horvat' : 'You cannot mark this homework',
    })
    // The number in the rail fetches the submissions of other homework.
    const requests = calls.filter(call => call === 'GET /todos/1/submissions')
    expect(requests).toHaveLength(mayCorrect ? 1 : 0)
  })

  it('shows the error and a retry button', async () => {
    let isFailing = true
    const { user } = await openDesk({
      respond: request =>
        isFailing && request.url.endsWith('/todos/1/submissions')
          ? Response.json({ error: { name: 'x', message: 'x', code: 400 } }, { status: 400 })
          : undefined,
    })
    expect(await taskHeading('What was handed in could not be loaded')).toBeTruthy()
    isFailing = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await taskHeading('Ilja Horvat')
  })
})
