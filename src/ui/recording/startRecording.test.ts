import { afterEach, expect, it, vi } from 'vitest'
import { stubMicrophone } from '../../testing/fakeMicrophone.ts'
import { nameRecording, startRecording } from './startRecording.ts'

afterEach(() => void vi.useRealTimers())

const maxMs = 300_000

it('returns the sound without the codec in its type, and releases the microphone', async () => {
  const { tracks } = stubMicrophone()
  const recording = await startRecording(maxMs)
  recording.stop()
  const { sound, end } = await recording.finished
  expect([sound?.size, sound?.type, end]).toEqual([4, 'audio/webm', 'stopped'])
  expect(tracks.map(({ readyState }) => readyState)).toEqual(['ended'])
})

it('stops at the limit, and keeps the sound', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  stubMicrophone()
  const { finished } = await startRecording(maxMs)
  vi.advanceTimersByTime(maxMs)
  expect(await finished).toMatchObject({ end: 'limit', sound: { size: 4 } })
})

it('keeps the sound if the microphone is removed', async () => {
  const microphone = stubMicrophone()
  const { finished } = await startRecording(maxMs)
  microphone.remove()
  expect(await finished).toMatchObject({ end: 'microphoneLost', sound: { size: 4 } })
})

it('keeps the sound if the recorder fails', async () => {
  const { recorders } = stubMicrophone()
  const { finished } = await startRecording(maxMs)
  recorders[0]?.dispatchEvent(new Event('error'))
  expect(await finished).toMatchObject({ end: 'microphoneLost', sound: { size: 4 } })
})

it('has no sound if the recording is empty', async () => {
  stubMicrophone({ bytes: new Uint8Array() })
  const recording = await startRecording(maxMs)
  recording.stop()
  expect((await recording.finished).sound).toBeUndefined()
})

it.each([
  ['audio/mp4', 'audio/mp4'],
  ['audio/x-unknown', 'audio/ogg'],
])('records %s as %s if the browser has no WebM', async (supported, type) => {
  stubMicrophone({ types: [supported] })
  const recording = await startRecording(maxMs)
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
  await expect(startRecording(maxMs)).rejects.toMatchObject({ problem })
})

it('explains a browser without a microphone', async () => {
  await expect(startRecording(maxMs)).rejects.toMatchObject({ problem: 'unsupported' })
})

it('nameRecording returns a name that is not taken', () => {
  const webm = new Blob([], { type: 'audio/webm' })
  expect(nameRecording(webm, 'Voice', [])).toBe('Voice.weba')
  expect(nameRecording(webm, 'Voice', ['Voice.weba', 'Voice 2.weba'])).toBe('Voice 3.weba')
  expect(nameRecording(new Blob([], { type: 'audio/mp4' }), 'Voice', [])).toBe('Voice.m4a')
})
