/** A white PNG of one bit a pixel, so that millions of pixels are a few kilobytes (ISO/IEC 15948). */
export async function blankPng(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const row = new Uint8Array(1 + Math.ceil(width / 8)).fill(255, 1)
  const packer = new CompressionStream('deflate')
  const packed = new Response(packer.readable).arrayBuffer()
  const writer = packer.writable.getWriter()
  // Many rows at once: a write for each would take longer than the packing.
  const rows = new Uint8Array(row.length * 100)
  for (let at = 0; at < 100; at += 1) rows.set(row, at * row.length)
  for (let written = 0; written < height; written += 100) {
    await writer.write(rows.subarray(0, Math.min(100, height - written) * row.length))
  }
  await writer.close()
  return concat([
    signature,
    chunk('IHDR', header(width, height, { bits: 1, colourType: 0 })),
    chunk('IDAT', new Uint8Array(await packed)),
    chunk('IEND', new Uint8Array()),
  ])
}

/** A PNG of at most 256 colours, `#RRGGBB` each; `pixels` holds the number of a colour for each, row after row. */
export async function palettePng(
  { width, height, colours }: { width: number; height: number; colours: readonly string[] },
  pixels: Uint8Array,
): Promise<Uint8Array<ArrayBuffer>> {
  const rows = new Uint8Array((width + 1) * height)
  for (let y = 0; y < height; y += 1) {
    rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  }
  const packed = new Response(new Response(rows).body?.pipeThrough(new CompressionStream('deflate')))
  const palette = colours.flatMap(colour =>
    [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16)),
  )
  return concat([
    signature,
    chunk('IHDR', header(width, height, { bits: 8, colourType: 3 })),
    chunk('PLTE', Uint8Array.from(palette)),
    chunk('IDAT', new Uint8Array(await packed.arrayBuffer())),
    chunk('IEND', new Uint8Array()),
  ])
}

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

function header(width: number, height: number, of: { bits: number; colourType: number }): Uint8Array {
  const bytes = new Uint8Array(13)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  bytes[8] = of.bits
  bytes[9] = of.colourType
  return bytes
}

function chunk(name: string, content: Uint8Array): Uint8Array {
  const whole = new Uint8Array(12 + content.length)
  const view = new DataView(whole.buffer)
  view.setUint32(0, content.length)
  whole.set(new TextEncoder().encode(name), 4)
  whole.set(content, 8)
  view.setUint32(8 + content.length, crc32(whole.subarray(4, 8 + content.length)))
  return whole
}

function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** The check sum of PNG and ZIP (ISO/IEC 15948 § 5.5, APPNOTE 4.4.7), unsigned. */
export function crc32(bytes: Uint8Array): number {
  let sum = -1
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return ~sum >>> 0
}
