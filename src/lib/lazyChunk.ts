/** A part of the app could not be fetched. After a deploy the old parts are gone: only a reload helps (cases 31). */
export class ChunkMissing extends Error {
  override readonly name = 'ChunkMissing'
}

/** A network that has only just come may still fail the first request: so much later it is tried once more, ms. */
const secondTry = 500

/** Throws `ChunkMissing` where a second try has failed too. */
export async function lazyChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch {
    await new Promise(resolve => setTimeout(resolve, secondTry))
  }
  return load().catch(cause => {
    throw new ChunkMissing('a part of the app could not be loaded', { cause })
  })
}
