/** Reads the directory at the end of a zip. Entries must be uncompressed. */
export function readZip(zip: Uint8Array<ArrayBuffer>): Map<string, Uint8Array<ArrayBuffer>> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  const end = zip.length - 22
  if (end < 0 || view.getUint32(end, true) !== 0x06054b50) throw new Error('no end of a zip')
  const found = new Map<string, Uint8Array<ArrayBuffer>>()
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (view.getUint32(at, true) !== 0x02014b50) throw new Error(`no entry of the directory at ${at}`)
    if (view.getUint16(at + 10, true) !== 0) throw new Error('an entry is compressed')
    const [nameLength, extra, comment] = [28, 30, 32].map(offset => view.getUint16(at + offset, true))
    const size = view.getUint32(at + 24, true)
    const local = view.getUint32(at + 42, true)
    const name = new TextDecoder().decode(zip.subarray(at + 46, at + 46 + (nameLength ?? 0)))
    const begin = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    const bytes = zip.slice(begin, begin + size)
    if (crc32(bytes) !== view.getUint32(at + 16, true)) throw new Error(`the checksum of ${name} is wrong`)
    if (found.has(name)) throw new Error(`${name} occurs twice`)
    found.set(name, bytes)
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return found
}

function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return (sum ^ 0xffffffff) >>> 0
}
