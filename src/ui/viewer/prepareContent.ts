import { lazyChunk } from '../../lib/lazyChunk.ts'
import type { Content } from './Content.ts'
import { decodeText } from './decodeText.ts'
import { fileKind } from './fileKind.ts'
import { prepareImage } from './prepareImage.ts'
import type { ViewedFile } from './ViewedFile.ts'

/** Of a longer text the beginning is shown. */
const longestText = 5 * 1024 * 1024

/** Makes of bytes what can be shown; never rejects for what is in them, only where the reader itself can't be loaded. */
export async function prepareContent(
  blob: Blob,
  { name, type }: Pick<ViewedFile, 'name' | 'type'>,
): Promise<Content> {
  const head = new Uint8Array(await blob.slice(0, 4096).arrayBuffer())
  const found = fileKind(head, { name, type })
  switch (found.kind) {
    case 'image':
      return prepareImage(blob, found.type)
    case 'audio':
    case 'video':
      return playable(blob, found.kind, found.type)
    case 'pdf': {
      // 0.5 MB that most desks never need.
      const { openPdf } = await lazyChunk(() => import('./openPdf.ts'))
      return openPdf(blob)
    }
    case 'text':
      return readText(blob)
    case 'code': {
      const { text, cost } = await readText(blob)
      return { kind: 'unshown', reason: 'code', source: text, cost }
    }
    case 'other':
      return { kind: 'unshown', reason: 'kind', cost: 0 }
  }
}

/** Under the type its bytes have, never the one that was said: opened by itself a blob of it is a player, and no page. */
function playable(blob: Blob, kind: 'audio' | 'video', type: string): Content {
  const url = URL.createObjectURL(blob.slice(0, blob.size, type))
  return { kind, url, cost: blob.size, close: () => URL.revokeObjectURL(url) }
}

async function readText(blob: Blob) {
  const isCut = blob.size > longestText
  const bytes = new Uint8Array(await blob.slice(0, longestText).arrayBuffer())
  const text = decodeText(bytes, isCut)
  return { kind: 'text' as const, text, cost: text.length * 2, ...(isCut && { cutAt: longestText }) }
}
