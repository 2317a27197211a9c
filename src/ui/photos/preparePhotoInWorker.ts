import { startTrustedWorker } from '../trustedWorker.ts'
import workerUrl from './photoWorker.ts?worker&url'
import type { PhotoResult } from './preparePhoto.ts'

/** In ms. A HEIC photo takes 15 s on a slow phone. */
const timeoutMs = 90_000

let previous: Promise<unknown> = Promise.resolve()

/** Prepares one photo after the other, because each needs 100 MB of memory. Never rejects. */
export function preparePhotoInWorker(file: File): Promise<PhotoResult> {
  const result = previous.then(() => runWorker(file))
  previous = result
  return result
}

/** Each photo has its own worker, so that all memory is free afterwards and a photo that hangs stops no other. */
async function runWorker(file: File): Promise<PhotoResult> {
  const { promise, resolve, reject } = Promise.withResolvers<PhotoResult>()
  const timer = setTimeout(() => reject(new Error('The photo was not prepared in time.')), timeoutMs)
  let worker: Worker | undefined
  try {
    worker = startTrustedWorker({ policyName: 'staffroom-photos', url: workerUrl, name: 'photo' })
    worker.addEventListener('message', ({ data }: MessageEvent<PhotoResult>) => resolve(data))
    worker.addEventListener('error', () => reject(new Error('The worker for photos has failed.')))
    worker.postMessage(file)
    return await promise
  } catch {
    return { kind: 'failed', reason: 'interrupted' }
  } finally {
    clearTimeout(timer)
    worker?.terminate()
  }
}
