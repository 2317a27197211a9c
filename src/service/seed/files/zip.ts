import { crc32 } from '../crc32.ts'

/** A ZIP archive of text files, stored as they are (APPNOTE 4.3): what documents of offices are, inside. */
export function zip(entries: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder()
  const parts: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let at = 0
  for (const [name, text] of Object.entries(entries)) {
    const label = encoder.encode(name)
    const bytes = encoder.encode(text)
    const about = [crc32(bytes), bytes.length, bytes.length] as const
    const local = record(0x04034b50, [20, 0, 0, 0, 33], about, [label.length, 0])
    const listed = record(0x02014b50, [20, 20, 0, 0, 0, 33], about, [label.length, 0, 0, 0, 0], [0, at])
    parts.push(local, label, bytes)
    directory.push(listed, label)
    at += local.length + label.length + bytes.length
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0)
  const count = directory.length / 2
  const end = record(0x06054b50, [0, 0, count, count], [size, at], [0])
  return joined([...parts, ...directory, end])
}

/** A header: its mark, then groups of numbers of two, four, two and four bytes, by turns. */
function record(mark: number, ...groups: readonly (readonly number[])[]): Uint8Array {
  const sizes = groups.map((_, index) => (index % 2 === 0 ? 2 : 4))
  const bytes = new Uint8Array(
    groups.reduce((sum, group, index) => sum + group.length * (sizes[index] ?? 0), 4),
  )
  const view = new DataView(bytes.buffer)
  view.setUint32(0, mark, true)
  let at = 4
  for (const [index, group] of groups.entries()) {
    for (const value of group) {
      if (sizes[index] === 2) view.setUint16(at, value, true)
      else view.setUint32(at, value, true)
      at += sizes[index] ?? 0
    }
  }
  return bytes
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
