/** Reads the directory at the end of a zip. Entries must be uncompressed. */
export function readZip(zip: Uint8Array<ArrayBuffer>): Map<string, Uint8Array<ArrayBuffer>> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  const end = zip.length - 22
  if (end < 0 || view.getUint32(end, true) !== 0x06054b50) throw new Error('no end of a zip')
  const entries = new Map<string, Uint8Array<ArrayBuffer>>()
  let position = view.getUint32(end + 16, true)
  for (let remaining = view.getUint16(end + 10, true); remaining > 0; remaining -= 1) {
    if (view.getUint32(position, true) !== 0x02014b50)
      throw new Error(`no entry of the directory at ${position}`)
    if (view.getUint16(position + 10, true) !== 0) throw new Error('an entry is compressed')
    const [nameLength, extra, comment] = [28, 30, 32].map(offset => view.getUint16(position + offset, true))
    const size = view.getUint32(position + 24, true)
    const headerOffset = view.getUint32(position + 42, true)
    const name = new TextDecoder().decode(zip.subarray(position + 46, position + 46 + (nameLength ?? 0)))
    const dataOffset =
      headerOffset + 30 + view.getUint16(headerOffset + 26, true) + view.getUint16(headerOffset + 28, true)
    const bytes = zip.slice(dataOffset, dataOffset + size)
    if (crc32(bytes) !== view.getUint32(position + 16, true))
      throw new Error(`the checksum of ${name} is wrong`)
    if (entries.has(name)) throw new Error(`${name} occurs twice`)
    entries.set(name, bytes)
    position += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return entries
}

function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return (sum ^ 0xffffffff) >>> 0
}
