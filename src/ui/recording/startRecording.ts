/** Why no recording could be started. `unavailable`: e.g. another program uses the microphone. */
export type StartProblem = 'unsupported' | 'refused' | 'noMicrophone' | 'unavailable'

export class RecordingError extends Error {
  override readonly name = 'RecordingError'
  readonly problem: StartProblem
  constructor(problem: StartProblem, options?: ErrorOptions) {
    super(`no recording: ${problem}`, options)
    this.problem = problem
  }
}

/** `limit`: the maximum time was reached. `microphoneLost`: it was removed, or access to it ended. */
export type RecordingEnd = 'stopped' | 'limit' | 'microphoneLost'

export type Recording = {
  stop: () => void
  /** Never rejects. `sound` is undefined if the recording is empty. */
  finished: Promise<{ sound: Blob | undefined; end: RecordingEnd }>
}

/** In bits per second. Opus is clear for speech, and five minutes have less than 2 MB. */
const bitRate = 48_000
/** Time between two parts of the recording, in ms. */
const partInterval = 1000

/**
 * Asks for the microphone and records it for at most `maxMs`. `onMutedChange`: the system mutes the microphone, e.g.
 * during a call, and the recording is silent. Throws `RecordingError`.
 */
export async function startRecording(
  maxMs: number,
  onMutedChange: (isMuted: boolean) => void,
): Promise<Recording> {
  const stream = await openMicrophone()
  const stopTracks = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  const parts: Blob[] = []
  const { promise, resolve } = Promise.withResolvers<Awaited<Recording['finished']>>()
  let end: RecordingEnd | undefined
  let recorder: MediaRecorder
  try {
    recorder = new MediaRecorder(stream, { audioBitsPerSecond: bitRate, ...chooseType() })
    recorder.start(partInterval)
  } catch (cause) {
    stopTracks()
    throw new RecordingError('unavailable', { cause })
  }
  const stopAs = (reason: RecordingEnd) => {
    end ??= reason
    // The last part and `stop` follow.
    if (recorder.state !== 'inactive') recorder.stop()
  }
  const limitTimer = setTimeout(() => stopAs('limit'), maxMs)
  for (const track of stream.getTracks()) {
    track.addEventListener('ended', () => stopAs('microphoneLost'))
    for (const type of ['mute', 'unmute']) track.addEventListener(type, () => onMutedChange(track.muted))
    if (track.muted) onMutedChange(true)
  }
  const allowScreenOff = keepScreenOn()
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size > 0) parts.push(data)
  })
  recorder.addEventListener('error', () => stopAs('microphoneLost'))
  recorder.addEventListener('stop', () => {
    clearTimeout(limitTimer)
    allowScreenOff()
    stopTracks()
    const [type = ''] = (parts[0]?.type || recorder.mimeType).split(';', 1)
    // The browser stops by itself if all tracks have ended.
    resolve({ sound: parts.length > 0 ? new Blob(parts, { type }) : undefined, end: end ?? 'microphoneLost' })
  })
  return { stop: () => stopAs('stopped'), finished: promise }
}

/** A phone that locks its screen stops the recording. The browser ends the lock whenever the page is hidden. */
function keepScreenOn(): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const request = async () => {
    if (document.visibilityState !== 'visible') return
    // Refused, for example, while the battery is low.
    const lock = await navigator.wakeLock?.request('screen').catch(() => undefined)
    if (signal.aborted) void lock?.release()
    else signal.addEventListener('abort', () => void lock?.release())
  }
  document.addEventListener('visibilitychange', request, { signal })
  void request()
  return () => controller.abort()
}

async function openMicrophone(): Promise<MediaStream> {
  // Browsers hide the microphone from pages without https.
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (!devices || !('MediaRecorder' in globalThis)) throw new RecordingError('unsupported')
  try {
    return await devices.getUserMedia({ audio: true })
  } catch (cause) {
    throw new RecordingError(getStartProblem(cause), { cause })
  }
}

function getStartProblem(error: unknown): StartProblem {
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'refused'
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'noMicrophone'
    default:
      return 'unavailable'
  }
}

/** The first type that the browser can record. Without one, the browser chooses. */
function chooseType(): { mimeType?: string } {
  const mimeType = ['audio/webm;codecs=opus', 'audio/mp4'].find(type => MediaRecorder.isTypeSupported(type))
  return mimeType === undefined ? {} : { mimeType }
}

/** Extensions that other programs know. */
const extensions: Record<string, string> = { 'audio/webm': 'webm', 'audio/mp4': 'm4a', 'audio/ogg': 'ogg' }

/** Returns the first name of `stem.webm`, `stem 2.webm`… that is not taken. */
export function nameRecording({ type }: Blob, stem: string, takenNames: readonly string[]): string {
  const extension = extensions[type] ?? 'webm'
  for (let number = 1; ; number += 1) {
    const name = `${stem}${number === 1 ? '' : ` ${number}`}.${extension}`
    if (!takenNames.includes(name)) return name
  }
}
