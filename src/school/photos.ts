/** The photos of photos/, drawn by scripts/photos.ts: what pupils took of their work, and what hangs on walls. */
export const photoNames = [
  'fractions-1',
  'fractions-2',
  'fractions-3',
  'angles',
  'functions',
  'essay-1',
  'essay-2',
  'vocabulary',
  'board',
  'pike',
  'posters',
] as const

export type PhotoName = (typeof photoNames)[number]

/** How a host reads one: from its disk, or over its network. */
export type Photos = (name: PhotoName) => Promise<Uint8Array<ArrayBuffer>>

/** The bytes of each, read. */
export type Pictures = (name: PhotoName) => Uint8Array<ArrayBuffer>

export async function readPhotos(photos: Photos): Promise<Pictures> {
  const read = new Map(await Promise.all(photoNames.map(async name => [name, await photos(name)] as const)))
  return name => {
    const bytes = read.get(name)
    if (!bytes) throw new Error(`There is no photo ${name}.`)
    return bytes
  }
}
