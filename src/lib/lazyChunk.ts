/** A part of the app could not be fetched. After a deploy the old parts are gone: only a reload helps (cases 31). */
export class ChunkMissing extends Error {
  override readonly name = 'ChunkMissing'
}

export async function lazyChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    throw new ChunkMissing('a part of the app could not be loaded', { cause })
  }
}
