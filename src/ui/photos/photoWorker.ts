import { preparePhoto } from './preparePhoto.ts'

export type PhotoRequest = { file: File; readablePart: ImageBitmap | undefined }

// Receives one file, and answers with its result.
addEventListener('message', async ({ data: { file, readablePart } }: MessageEvent<PhotoRequest>) => {
  postMessage(await preparePhoto(file, readablePart))
})
