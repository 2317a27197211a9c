import { preparePhoto } from './preparePhoto.ts'

// Receives one file, and answers with its result.
addEventListener('message', async ({ data }: MessageEvent<File>) => {
  postMessage(await preparePhoto(data))
})
