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

/** Asks for the microphone and records it for at most `maxMs`. Throws `RecordingError`. */
export async function startRecording(maxMs: number): Promise<Recording> {
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
  for (const track of stream.getTracks()) track.addEventListener('ended', () => stopAs('microphoneLost'))
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size > 0) parts.push(data)
  })
  recorder.addEventListener('error', () => stopAs('microphoneLost'))
  recorder.addEventListener('stop', () => {
    clearTimeout(limitTimer)
    stopTracks()
    const [type = ''] = (parts[0]?.type || recorder.mimeType).split(';', 1)
    // The browser stops by itself if all tracks have ended.
    resolve({ sound: parts.length > 0 ? new Blob(parts, { type }) : undefined, end: end ?? 'microphoneLost' })
  })
  return { stop: () => stopAs('stopped'), finished: promise }
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

/** Extensions of sound, so that no program takes the file for a video. */
const extensions: Record<string, string> = { 'audio/webm': 'weba', 'audio/mp4': 'm4a', 'audio/ogg': 'ogg' }

/** Returns the first name of `stem.weba`, `stem 2.weba`… that is not taken. */
export function nameRecording({ type }: Blob, stem: string, takenNames: readonly string[]): string {
  const extension = extensions[type] ?? 'weba'
  for (let number = 1; ; number += 1) {
    const name = `${stem}${number === 1 ? '' : ` ${number}`}.${extension}`
    if (!takenNames.includes(name)) return name
  }
}
