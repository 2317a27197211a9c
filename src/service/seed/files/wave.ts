const rate = 8000

/** Sound as WAV (RIFF, PCM): mono, 8 kHz, 8 bits. `loudness` answers -1 to 1 for an instant in seconds. */
export function wave(seconds: number, loudness: (second: number) => number): Uint8Array<ArrayBuffer> {
  const count = Math.floor(seconds * rate)
  const bytes = new Uint8Array(44 + count)
  const view = new DataView(bytes.buffer)
  const text = (at: number, letters: string) => {
    for (const [index, letter] of [...letters].entries()) bytes[at + index] = letter.charCodeAt(0)
  }
  text(0, 'RIFF')
  view.setUint32(4, 36 + count, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  // PCM, one channel; so many samples and bytes a second, one byte each.
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, rate, true)
  view.setUint16(32, 1, true)
  view.setUint16(34, 8, true)
  text(36, 'data')
  view.setUint32(40, count, true)
  for (let index = 0; index < count; index += 1)
    bytes[44 + index] = 128 + Math.round(127 * loudness(index / rate))
  return bytes
}
