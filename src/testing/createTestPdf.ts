import { createHash } from 'node:crypto'

type TestPage = { text: string; rotate?: number; cropBox?: readonly number[] }

/**
 * Returns a PDF of A4 pages with one line of text each. With an owner password, its text is encrypted (RC4, 40 bits).
 * Anyone can open it unless it also has a user password.
 */
export function createTestPdf(
  pages: readonly TestPage[],
  ownerPassword?: string,
  userPassword = '',
): Uint8Array<ArrayBuffer> {
  const encryption = ownerPassword === undefined ? undefined : createEncryption(ownerPassword, userPassword)
  const objects: string[] = []
  const add = (body: string) => objects.push(body)
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ')
  add('<< /Type /Catalog /Pages 2 0 R >>')
  add(`<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`)
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  for (const [index, { text, rotate = 0, cropBox = [0, 0, 595, 842] }] of pages.entries()) {
    const number = 5 + index * 2
    const plain = `BT /F1 18 Tf 60 700 Td (${text}) Tj ET`
    const content = encryption ? encryption.encrypt(plain, number) : plain
    const boxes = `/MediaBox [0 0 595 842] /CropBox [${cropBox.join(' ')}] /Rotate ${rotate}`
    add(
      `<< /Type /Page /Parent 2 0 R ${boxes} /Resources << /Font << /F1 3 0 R >> >> /Contents ${number} 0 R >>`,
    )
    add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`)
  }
  const encryptNumber = objects.length + 1
  if (encryption) add(encryption.dictionary)
  let file = '%PDF-1.4\n'
  const offsets = objects.map((body, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${body}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const encrypt = encryption ? `/Encrypt ${encryptNumber} 0 R /ID [<${fileId}> <${fileId}>]` : ''
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R ${encrypt} >>\nstartxref\n${file.length}\n%%EOF\n`
  return toBytes(`${file}xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}${trailer}`)
}

/** Returns a page of which one layer is hidden. pdf.js repairs the missing list of objects. */
export function createLayeredPdf(): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[5 0 R 6 0 R]/D<</OFF[5 0 R]>>>>>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Resources<</Properties<</A 5 0 R>>>>/Contents 4 0 R>>',
    '<</Length 31>>\nstream\n/OC /A BDC 0 0 50 50 re f EMC   \nendstream',
    '<</Type/OCG/Name(Solution)>>',
    '<</Type/OCG/Name(Task)>>',
  ]
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.5\n${body}trailer\n<</Root 1 0 R>>`)
}

const fileId = '00112233445566778899aabbccddeeff'
/** PDF 32000-1, 7.6.3.3. */
const padding = [
  ...[0x28, 0xbf, 0x4e, 0x5e, 0x4e, 0x75, 0x8a, 0x41, 0x64, 0x00, 0x4e, 0x56, 0xff, 0xfa, 0x01, 0x08],
  ...[0x2e, 0x2e, 0x00, 0xb6, 0xd0, 0x68, 0x3e, 0x80, 0x2f, 0x0c, 0xa9, 0xfe, 0x64, 0x53, 0x69, 0x7a],
]
const permissions = [0xff, 0xff, 0xff, 0xff]

const toBytes = (text: string) => Uint8Array.from(text, character => character.charCodeAt(0))
const toText = (bytes: readonly number[]) => String.fromCharCode(...bytes)
const toHex = (bytes: readonly number[]) => Buffer.from(bytes).toString('hex')
const md5 = (...bytes: number[]) => [...createHash('md5').update(Uint8Array.from(bytes)).digest()]

const padPassword = (password: string) => [...toBytes(password), ...padding].slice(0, 32)

function createEncryption(ownerPassword: string, userPassword: string) {
  const ownerKey = md5(...padPassword(ownerPassword)).slice(0, 5)
  const owner = rc4(ownerKey, padPassword(userPassword))
  const id = [...Buffer.from(fileId, 'hex')]
  const key = md5(...padPassword(userPassword), ...owner, ...permissions, ...id).slice(0, 5)
  return {
    dictionary: `<< /Filter /Standard /V 1 /R 2 /P -1 /O <${toHex(owner)}> /U <${toHex(rc4(key, padding))}> >>`,
    encrypt: (text: string, objectNumber: number) =>
      toText(
        rc4(md5(...key, objectNumber & 255, objectNumber >> 8, 0, 0, 0).slice(0, 10), [...toBytes(text)]),
      ),
  }
}

function rc4(key: readonly number[], bytes: readonly number[]): number[] {
  const state = Array.from({ length: 256 }, (_, index) => index)
  const swap = (i: number, j: number) => {
    const value = state[i] ?? 0
    state[i] = state[j] ?? 0
    state[j] = value
  }
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 255
    swap(i, j)
  }
  let [i, j] = [0, 0]
  return bytes.map(byte => {
    i = (i + 1) & 255
    j = (j + (state[i] ?? 0)) & 255
    swap(i, j)
    return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 255] ?? 0)
  })
}
