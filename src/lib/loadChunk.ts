/** A part of the app can't be fetched. After a deployment only a reload helps (rule 31). */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkMissing'
}

/** In ms. A network that has just returned may still fail the first request. */
const retryDelay = 500

/** Throws `ChunkLoadError` if the second attempt fails. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch {
    await new Promise(resolve => setTimeout(resolve, retryDelay))
  }
  return load().catch(cause => {
    throw new ChunkLoadError('a part of the app could not be loaded', { cause })
  })
}
