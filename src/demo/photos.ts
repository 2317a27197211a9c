import type { PhotoName, Photos } from '../service/seed/photos.ts'

/** Written out, so that the build sees each file and gives it an address. */
const addresses: Record<PhotoName, URL> = {
  'fractions-1': new URL('../service/seed/photos/fractions-1.jpg', import.meta.url),
  'fractions-2': new URL('../service/seed/photos/fractions-2.jpg', import.meta.url),
  'fractions-3': new URL('../service/seed/photos/fractions-3.jpg', import.meta.url),
  angles: new URL('../service/seed/photos/angles.jpg', import.meta.url),
  functions: new URL('../service/seed/photos/functions.jpg', import.meta.url),
  'essay-1': new URL('../service/seed/photos/essay-1.jpg', import.meta.url),
  'essay-2': new URL('../service/seed/photos/essay-2.jpg', import.meta.url),
  vocabulary: new URL('../service/seed/photos/vocabulary.jpg', import.meta.url),
  board: new URL('../service/seed/photos/board.jpg', import.meta.url),
  pike: new URL('../service/seed/photos/pike.jpg', import.meta.url),
  posters: new URL('../service/seed/photos/posters.jpg', import.meta.url),
}

/** The photos of the made-up school, from the files of the demo. */
export const fetchPhoto: Photos = async name => {
  const answer = await fetch(addresses[name])
  if (!answer.ok) throw new Error(`The photo ${name} is not there (${answer.status}).`)
  return new Uint8Array(await answer.arrayBuffer())
}
