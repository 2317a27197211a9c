import { safeFileName } from '../../../ui/safeFileName.ts'
import { saveBlob } from '../../../ui/saveBlob.ts'

/** Where a zip goes. `save` reads the answer to its end; `discard` leaves nothing behind. */
export type ZipTarget = { save: (zip: Response, name: string) => Promise<void>; discard: () => Promise<void> }

/** A smaller one needs no question where it shall lie: it goes where the browser's downloads go. */
const asksFrom = 100 * 1024 * 1024

/** Into the browser's own download once it is whole. Browsers keep large blobs on disk. */
export const downloads: ZipTarget = {
  save: async (zip, name) => saveBlob(await zip.blob(), name),
  discard: async () => {},
}

/** The part of the file system's interface that is used; not every browser has it. */
type Picked = {
  createWritable: () => Promise<WritableStream<Uint8Array>>
  remove?: () => Promise<void>
}
type Picker = (options: { suggestedName: string }) => Promise<Picked>

/**
 * A large zip is written straight to where the person says, where the browser can. To be called within the click. Nothing
 * where they changed their mind.
 */
export async function zipTarget(name: string, size: number): Promise<ZipTarget | undefined> {
  const pick = size >= asksFrom ? pickerOf(window) : undefined
  if (!pick) return downloads
  let file: Picked
  try {
    file = await pick({ suggestedName: safeFileName(name) })
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') return undefined
    return downloads
  }
  return {
    // On a failure the stream is aborted, and what was written so far never becomes the file.
    save: async zip => zip.body?.pipeTo(await file.createWritable()),
    discard: async () => file.remove?.().catch(() => undefined),
  }
}

const pickerOf = (page: Window & { showSaveFilePicker?: Picker }): Picker | undefined =>
  page.showSaveFilePicker?.bind(page)
