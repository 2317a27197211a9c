import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { stubMicrophone } from '../../testing/fakeMicrophone.ts'
import { nameRecording, startRecording } from './startRecording.ts'

beforeEach(() => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
})
afterEach(() => {
  vi.useRealTimers()
  onMutedChange.mockClear()
})

const maxMs = 300_000
const onMutedChange = vi.fn()

it('returns the sound without the codec in its type, and releases the microphone', async () => {
  const { tracks } = stubMicrophone()
  const recording = await startRecording(maxMs, onMutedChange)
  recording.stop()
  const { sound, end } = await recording.finished
  expect([sound?.size, sound?.type, end]).toEqual([4, 'audio/webm', 'stopped'])
  expect(tracks.map(({ readyState }) => readyState)).toEqual(['ended'])
})

it('stops at the limit, and keeps the sound', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  stubMicrophone()
  const { finished } = await startRecording(maxMs, onMutedChange)
  vi.advanceTimersByTime(maxMs)
  expect(await finished).toMatchObject({ end: 'limit', sound: { size: 4 } })
})

it('keeps the sound if the microphone is removed', async () => {
  const microphone = stubMicrophone()
  const { finished } = await startRecording(maxMs, onMutedChange)
  microphone.remove()
  expect(await finished).toMatchObject({ end: 'microphoneLost', sound: { size: 4 } })
})

it('reports when the system mutes the microphone', async () => {
  const microphone = stubMicrophone()
  const recording = await startRecording(maxMs, onMutedChange)
  microphone.mute(true)
  microphone.mute(false)
  expect(onMutedChange.mock.calls).toEqual([[true], [false]])
  recording.stop()
  await recording.finished
})

it('keeps the screen on until the recording ends, again after the page was hidden', async () => {
  stubMicrophone()
  const release = vi.fn(async () => undefined)
  const request = vi.fn(async () => ({ release }))
  Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'wakeLock'))
  const recording = await startRecording(maxMs, onMutedChange)
  document.dispatchEvent(new Event('visibilitychange'))
  await Promise.resolve()
  expect(request.mock.calls).toEqual([['screen'], ['screen']])
  recording.stop()
  await recording.finished
  expect(release).toHaveBeenCalledTimes(2)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(request).toHaveBeenCalledTimes(2)
})

it('keeps the sound if the recorder fails', async () => {
  const { recorders } = stubMicrophone()
  const { finished } = await startRecording(maxMs, onMutedChange)
  recorders[0]?.dispatchEvent(new Event('error'))
  expect(await finished).toMatchObject({ end: 'microphoneLost', sound: { size: 4 } })
})

it('has no sound if the recording is empty', async () => {
  stubMicrophone({ bytes: new Uint8Array() })
  const recording = await startRecording(maxMs, onMutedChange)
  recording.stop()
  expect((await recording.finished).sound).toBeUndefined()
})

it.each([
  ['audio/mp4', 'audio/mp4'],
  ['audio/x-unknown', 'audio/ogg'],
])('records %s as %s if the browser has no WebM', async (supported, type) => {
  stubMicrophone({ types: [supported] })
  const recording = await startRecording(maxMs, onMutedChange)
  recording.stop()
  expect((await recording.finished).sound?.type).toBe(type)
})

it.each([
  ['NotAllowedError', 'refused'],
  ['SecurityError', 'refused'],
  ['NotFoundError', 'noMicrophone'],
  ['NotReadableError', 'unavailable'],
  ['AbortError', 'unavailable'],
])('explains %s', async (error, problem) => {
  stubMicrophone({ error })
  await expect(startRecording(maxMs, onMutedChange)).rejects.toMatchObject({ problem })
})

it('explains a browser without a microphone', async () => {
  await expect(startRecording(maxMs, onMutedChange)).rejects.toMatchObject({ problem: 'unsupported' })
})

it('nameRecording returns a name that is not taken', () => {
  const webm = new Blob([], { type: 'audio/webm' })
  expect(nameRecording(webm, 'Voice', [])).toBe('Voice.webm')
  expect(nameRecording(webm, 'Voice', ['Voice.webm', 'Voice 2.webm'])).toBe('Voice 3.webm')
  expect(nameRecording(new Blob([], { type: 'audio/mp4' }), 'Voice', [])).toBe('Voice.m4a')
})
