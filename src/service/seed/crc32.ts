/** The check sum of PNG and ZIP (ISO/IEC 15948 § 5.5, APPNOTE 4.4.7), unsigned. */
export function crc32(bytes: Uint8Array): number {
  let sum = -1
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return ~sum >>> 0
}
