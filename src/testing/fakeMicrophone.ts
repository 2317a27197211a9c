import { onTestFinished, vi } from 'vitest'

/** First bytes of a WebM file. */
const webmHead = new Uint8Array([0x1a, 0x45, 0xdf, 0xa3])

class FakeTrack extends EventTarget {
  readyState = 'live'
  muted = false
  stop() {
    this.readyState = 'ended'
  }
}

export type FakeMicrophone = {
  tracks: FakeTrack[]
  recorders: EventTarget[]
  /** The device is removed. */
  remove: () => void
  /** The system mutes the device, or ends that. */
  mute: (isMuted: boolean) => void
}

type FakeMicrophoneOptions = {
  /** Error of the browser instead of a microphone. */
  error?: string
  /** The user answers the browser's question about the microphone when it resolves. */
  permission?: Promise<void>
  /** Content of a recording. */
  bytes?: Uint8Array<ArrayBuffer>
  /** Types that the browser can record. */
  types?: readonly string[]
}

/** jsdom has no microphone. Until the end of the test, it has this one. */
export function stubMicrophone({
  error,
  permission,
  bytes = webmHead,
  types = ['audio/webm;codecs=opus'],
}: FakeMicrophoneOptions = {}): FakeMicrophone {
  const microphone: FakeMicrophone = {
    tracks: [],
    recorders: [],
    remove() {
      for (const track of microphone.tracks) track.dispatchEvent(new Event('ended'))
    },
    mute(isMuted) {
      for (const track of microphone.tracks) {
        track.muted = isMuted
        track.dispatchEvent(new Event(isMuted ? 'mute' : 'unmute'))
      }
    },
  }
  class FakeRecorder extends EventTarget {
    static isTypeSupported = (type: string) => types.includes(type)
    state = 'inactive'
    mimeType: string
    constructor(_stream: unknown, options: { mimeType?: string } = {}) {
      super()
      this.mimeType = options.mimeType ?? 'audio/ogg'
      microphone.recorders.push(this)
    }
    start() {
      this.state = 'recording'
    }
    stop() {
      this.state = 'inactive'
      const data = new Blob([bytes], { type: this.mimeType })
      queueMicrotask(() => {
        this.dispatchEvent(Object.assign(new Event('dataavailable'), { data }))
        this.dispatchEvent(new Event('stop'))
      })
    }
  }
  vi.stubGlobal('MediaRecorder', FakeRecorder)
  const getUserMedia = async () => {
    await permission
    if (error !== undefined) throw new DOMException('no microphone', error)
    const track = new FakeTrack()
    microphone.tracks.push(track)
    return { getTracks: () => [track] }
  }
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    Reflect.deleteProperty(navigator, 'mediaDevices')
  })
  return microphone
}
