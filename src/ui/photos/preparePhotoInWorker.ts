import { startTrustedWorker } from '../trustedWorker.ts'
import { decodePicture } from './decodePicture.ts'
import type { PhotoRequest } from './photoWorker.ts'
import workerUrl from './photoWorker.ts?worker&url'
import type { PhotoResult } from './preparePhoto.ts'

/** In ms. A HEIC photo takes 15 s on a slow phone. */
const timeoutMs = 90_000

let previous: Promise<unknown> = Promise.resolve()

/** Prepares one photo after the other, because each needs 100 MB of memory. Never rejects. */
export function preparePhotoInWorker(file: File): Promise<PhotoResult> {
  const result = previous.then(() => prepare(file))
  previous = result
  return result
}

async function prepare(file: File): Promise<PhotoResult> {
  const result = await runWorker(file)
  if (result.kind !== 'failed' || result.reason !== 'unreadable') return result
  // A worker can't decode a photo whose end is missing. The type keeps the browser from reading the bytes as SVG.
  const decoded = await decodePicture(new Blob([file], { type: 'image/jpeg' })).catch(() => undefined)
  return decoded ? runWorker(file, decoded.bitmap) : result
}

/** Each photo has its own worker, so that all memory is free afterwards and a photo that hangs stops no other. */
async function runWorker(file: File, readablePart?: ImageBitmap): Promise<PhotoResult> {
  const { promise, resolve, reject } = Promise.withResolvers<PhotoResult>()
  const timer = setTimeout(() => reject(new Error('The photo was not prepared in time.')), timeoutMs)
  let worker: Worker | undefined
  try {
    worker = startTrustedWorker({ policyName: 'staffroom-photos', url: workerUrl, name: 'photo' })
    worker.addEventListener('message', ({ data }: MessageEvent<PhotoResult>) => resolve(data))
    worker.addEventListener('error', () => reject(new Error('The worker for photos has failed.')))
    const request: PhotoRequest = { file, readablePart }
    worker.postMessage(request, readablePart ? [readablePart] : [])
    return await promise
  } catch {
    return { kind: 'failed', reason: 'interrupted' }
  } finally {
    clearTimeout(timer)
    worker?.terminate()
  }
}
