import { useEffect, useRef, useState } from 'react'
import {
  type Recording,
  type RecordingEnd,
  RecordingError,
  type StartProblem,
  startRecording,
} from './startRecording.ts'

/** `empty`: the recording had no sound data. `wasMuted`: a part of it is silent. */
export type RecorderNotice = StartProblem | Exclude<RecordingEnd, 'stopped'> | 'empty' | 'wasMuted'

export type RecorderState =
  /** `notice`: result of the last recording, if it did not end as the user wanted. */
  | { kind: 'idle'; notice?: RecorderNotice }
  | { kind: 'starting' }
  /** `startedAt` is in Unix ms. `isMuted`: the system mutes the microphone. */
  | { kind: 'recording'; startedAt: number; isMuted: boolean }

/** `sound` is undefined if the recording is empty. */
type OnStart = (sound: Promise<Blob | undefined>) => void

/**
 * Records the microphone for at most `maxMs`. Leaving the screen or the page stops the recording, and `sound` of
 * `onStart` resolves as after `stop`.
 */
export function useRecorder(maxMs: number, onStart: OnStart) {
  'use memo'
  const [state, setState] = useState<RecorderState>({ kind: 'idle' })
  const recording = useRef<Recording>(undefined)
  const isStarting = useRef(false)
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      recording.current?.stop()
    }
  }, [])
  const isRecording = state.kind === 'recording'
  useEffect(() => {
    if (!isRecording) return
    const handleUnload = (event: BeforeUnloadEvent) => {
      // The question gives the browser the time to store the recording.
      event.preventDefault()
      recording.current?.stop()
    }
    addEventListener('beforeunload', handleUnload)
    return () => removeEventListener('beforeunload', handleUnload)
  }, [isRecording])

  const record = async (): Promise<RecorderState> => {
    const muted = { isNow: false, wasEver: false }
    const handleMuted = (isMuted: boolean) => {
      muted.isNow = isMuted
      if (isMuted) muted.wasEver = true
      setState(current => (current.kind === 'recording' ? { ...current, isMuted } : current))
    }
    try {
      const started = await startRecording(maxMs, handleMuted)
      if (!isMounted.current) {
        // The user has left while the browser asked for the microphone.
        started.stop()
        return { kind: 'idle' }
      }
      recording.current = started
      setState({ kind: 'recording', startedAt: Date.now(), isMuted: muted.isNow })
      onStart(started.finished.then(({ sound }) => sound))
      const { sound, end } = await started.finished
      return getEndState(sound, end, muted.wasEver)
    } catch (error) {
      return getErrorState(error)
    }
  }
  const start = async () => {
    if (isStarting.current) return
    isStarting.current = true
    setState({ kind: 'starting' })
    const next = await record()
    recording.current = undefined
    isStarting.current = false
    setState(next)
  }
  return { state, start: () => void start(), stop: () => recording.current?.stop() }
}

function getEndState(sound: Blob | undefined, end: RecordingEnd, wasMuted: boolean): RecorderState {
  if (!sound) return { kind: 'idle', notice: 'empty' }
  if (end !== 'stopped') return { kind: 'idle', notice: end }
  return wasMuted ? { kind: 'idle', notice: 'wasMuted' } : { kind: 'idle' }
}

const getErrorState = (error: unknown): RecorderState => ({
  kind: 'idle',
  notice: error instanceof RecordingError ? error.problem : 'unavailable',
})
