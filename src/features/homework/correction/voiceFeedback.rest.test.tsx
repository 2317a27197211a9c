import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { stubMicrophone } from '../../../testing/fakeMicrophone.ts'
import { stubBlobUrls } from '../../../testing/stubBlobUrls.ts'
import { openCorrection, pupilIds } from '../../../testing/testDesk.tsx'

stubBlobUrls()

const findRecordButton = () => screen.findByRole('button', { name: 'Record voice' })
const findStopButton = () => screen.findByRole('button', { name: 'Stop recording' })
/** With the day and the time of the recording, and a number if both begin in the same second. */
const fileName = /^Voice feedback \d{1,2} \p{L}+ \d{4} \d\d\.\d\d\.\d\d(?: 2)?\.webm$/u
const findPlayer = () => screen.findByLabelText(fileName, { selector: 'audio' })
const findNames = async () => {
  const players: HTMLAudioElement[] = await screen.findAllByLabelText(fileName, { selector: 'audio' })
  return players.map(player => player.getAttribute('aria-label'))
}

/** The stop button ignores the second click of a double click. */
const stopRecording = async (user: Awaited<ReturnType<typeof openCorrection>>['user']) => {
  const time = await screen.findByRole('timer')
  await waitFor(() => expect(time.textContent).not.toMatch(/^0:00/))
  await user.click(await findStopButton())
}

const openRecording = async () => {
  const microphone = stubMicrophone()
  const opened = await openCorrection('mika')
  await opened.user.click(await findRecordButton())
  await findStopButton()
  return { ...opened, microphone }
}

const getCorrectionFiles = ({ app }: Awaited<ReturnType<typeof openCorrection>>) =>
  app.service.db
    .selectFrom('documents')
    .select(['name', 'size'])
    .where('related_to', '=', `todo.1.user.${pupilIds.mika}.correction`)
    .execute()

describe('spoken feedback', () => {
  it('can be recorded, heard and deleted', async () => {
    const { user, microphone } = await openRecording()
    expect(screen.getByText('Recording', { selector: '[role=status] *' })).toBeTruthy()
    expect(screen.getByRole('timer').textContent).toMatch(/^0:0\d · [45]:\d\d left$/)
    await stopRecording(user)
    expect(await findPlayer()).toBeTruthy()
    expect(document.activeElement?.textContent).toBe('Record voice')
    expect(microphone.tracks.map(({ readyState }) => readyState)).toEqual(['ended'])
    await user.click(await findRecordButton())
    await stopRecording(user)
    await waitFor(async () => expect(new Set(await findNames()).size).toBe(2))
    const [first, second] = await findNames()
    await user.click(screen.getByRole('button', { name: `Remove ${second}` }))
    await waitFor(async () => expect(await findNames()).toEqual([first]))
  })

  it('says that the system mutes the microphone, and afterwards that a part is silent', async () => {
    const { user, microphone } = await openRecording()
    act(() => microphone.mute(true))
    expect(await screen.findByText(/^The microphone is muted/)).toBeTruthy()
    act(() => microphone.mute(false))
    await waitFor(() => expect(screen.queryByText(/^The microphone is muted/)).toBeNull())
    await stopRecording(user)
    expect(await screen.findByText(/^The microphone was muted for a part/)).toBeTruthy()
    expect(await findPlayer()).toBeTruthy()
  })

  it('has another number if it begins in the same second', async () => {
    stubMicrophone()
    const { user } = await openCorrection('mika')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-16T17:02:31Z') })
    onTestFinished(() => void vi.useRealTimers())
    const record = async () => {
      await user.click(await findRecordButton())
      await findStopButton()
      vi.setSystemTime(Date.now() + 600)
      await user.click(await findStopButton())
      vi.setSystemTime(Date.parse('2026-11-16T17:02:31Z'))
    }
    await record()
    expect(await screen.findByLabelText('Voice feedback 16 Nov 2026 18.02.31.webm')).toBeTruthy()
    await record()
    expect(await screen.findByLabelText('Voice feedback 16 Nov 2026 18.02.31 2.webm')).toBeTruthy()
  })

  it('goes on after a double click on the button', async () => {
    stubMicrophone()
    const { user } = await openCorrection('mika')
    // On a busy computer, the second click would be late.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    onTestFinished(() => void vi.useRealTimers())
    await user.click(await findRecordButton())
    await user.click(await findStopButton())
    expect(await findStopButton()).toBeTruthy()
    vi.useRealTimers()
    await stopRecording(user)
    expect(await findPlayer()).toBeTruthy()
  })

  it('is returned as a file, also if it was still being recorded', async () => {
    const opened = await openRecording()
    const { user, findText, panel } = opened
    await user.type(await findText(), 'Listen.')
    await user.click(panel.getByRole('button', { name: 'Return and stay here' }))
    await waitFor(async () =>
      expect(await getCorrectionFiles(opened)).toEqual([{ name: expect.stringMatching(fileName), size: 4 }]),
    )
  })

  it('stays with its pupil if the teacher leaves while recording', async () => {
    const { user, microphone } = await openRecording()
    await user.keyboard('k')
    await waitFor(() => expect(microphone.tracks.map(({ readyState }) => readyState)).toEqual(['ended']))
    await findRecordButton()
    expect(screen.queryByLabelText(fileName)).toBeNull()
    await user.keyboard('j')
    expect(await findPlayer()).toBeTruthy()
  })

  it('stays in the draft if the microphone is removed', async () => {
    const { microphone } = await openRecording()
    act(() => microphone.remove())
    const panel = within(await screen.findByRole('complementary', { name: 'Feedback' }))
    expect((await panel.findByRole('alert')).textContent).toMatch(/^The microphone was disconnected/)
    expect(await findPlayer()).toBeTruthy()
  })

  it.each([
    ['NotAllowedError', /^Staffroom may not use the microphone\. Allow it/],
    ['NotFoundError', /^No microphone was found\. Connect one/],
    ['NotReadableError', /^The microphone did not start\. Close other programs/],
  ])('explains %s, with the next step', async (error, text) => {
    stubMicrophone({ error })
    const { user, panel } = await openCorrection('mika')
    await user.click(await findRecordButton())
    expect((await panel.findByRole('alert')).textContent).toMatch(text)
    // The next attempt removes the message.
    stubMicrophone()
    await user.click(await findRecordButton())
    await findStopButton()
    expect(panel.queryByRole('alert')).toBeNull()
  })

  it('explains in German that the browser can’t record', async () => {
    const { user, panel } = await openCorrection('mika', { language: 'de' })
    await user.click(await screen.findByRole('button', { name: 'Sprache aufnehmen' }))
    expect((await panel.findByRole('alert')).textContent).toMatch(/^Dieser Browser kann hier nicht aufnehmen/)
  })
})
