import { closeSync, openSync, writeSync } from 'node:fs'
import type { Page } from '@playwright/test'

/** Returns a scanned page as a JPEG: lines of writing on grainy paper. Grain makes it as large as a real scan. */
export async function drawScan(page: Page, { width, height }: { width: number; height: number }) {
  const base64 = await page.evaluate(
    async ([width, height]) => {
      const canvas = new OffscreenCanvas(width, height)
      const context = canvas.getContext('2d')
      if (!context) throw new Error('no canvas')
      const pixels = context.createImageData(width, height)
      let random = 7
      for (let index = 0; index < pixels.data.length; index += 4) {
        random = (random * 1103515245 + 12345) % 2147483648
        pixels.data.fill(225 + (random >> 26), index, index + 3)
        pixels.data[index + 3] = 255
      }
      context.putImageData(pixels, 0, 0)
      context.font = '70px serif'
      for (let y = 300; y < height - 300; y += 110) context.fillText('3/4 + 1/8 = 7/8', 300, y)
      const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })
      const bytes = new Uint8Array(await jpeg.arrayBuffer())
      return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
    },
    [width, height] as const,
  )
  return { jpeg: Buffer.from(base64, 'base64'), width, height }
}

type ScanPdfOptions = {
  image: Awaited<ReturnType<typeof drawScan>>
  pageCount: number
  /** From 0. These pages have a damaged picture and content. */
  brokenPages?: readonly number[]
}

/** Writes a PDF in which each page has a picture of its own, as scanners create it. Returns its size in bytes. */
export function writeScanPdf(path: string, { image, pageCount, brokenPages = [] }: ScanPdfOptions): number {
  const file = openSync(path, 'w')
  let size = 0
  const offsets: number[] = []
  const write = (part: string | Buffer) => {
    size += writeSync(file, typeof part === 'string' ? Buffer.from(part, 'latin1') : part)
  }
  const writeObject = (body: string, stream?: Buffer) => {
    offsets.push(size)
    write(`${offsets.length} 0 obj\n${body}\n`)
    if (stream) {
      write('stream\n')
      write(stream)
      write('\nendstream\n')
    }
    write('endobj\n')
  }
  const kids = Array.from({ length: pageCount }, (_, index) => `${3 + index * 3} 0 R`).join(' ')
  write('%PDF-1.4\n')
  writeObject('<< /Type /Catalog /Pages 2 0 R >>')
  writeObject(`<< /Type /Pages /Count ${pageCount} /Kids [${kids}] >>`)
  for (let index = 0; index < pageCount; index += 1) {
    const isBroken = brokenPages.includes(index)
    const [content, picture] = [offsets.length + 2, offsets.length + 3]
    const boxes = '/MediaBox [0 0 595 842]'
    const page = `/Type /Page /Parent 2 0 R ${boxes} /Contents ${content} 0 R /Resources << /XObject << /Scan ${picture} 0 R >> >>`
    writeObject(isBroken ? `<< /Type /Page /Parent 2 0 R /MediaBox [ /Resources 7 >>` : `<< ${page} >>`)
    const draw = Buffer.from('q 595 0 0 842 0 0 cm /Scan Do Q')
    writeObject(`<< /Length ${draw.length} >>`, draw)
    const facts = `/Subtype /Image /Width ${image.width} /Height ${image.height} /ColorSpace /DeviceRGB /BitsPerComponent 8`
    writeObject(`<< /Type /XObject ${facts} /Filter /DCTDecode /Length ${image.jpeg.length} >>`, image.jpeg)
  }
  const start = size
  write(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n`)
  for (const offset of offsets) write(`${String(offset).padStart(10, '0')} 00000 n \n`)
  write(`trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`)
  closeSync(file)
  return size
}
