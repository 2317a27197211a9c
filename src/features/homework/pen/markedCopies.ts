import { type Outbox, StorageError } from '../../../outbox/Outbox.ts'
import { drawMarks } from '../../../ui/marks/drawMarks.ts'
import { createHistory, getPageMarks, type Mark } from '../../../ui/marks/marks.ts'
import { getCopyName, isJpegName, type MarkedFile, parseOperations } from './markedFile.ts'
import { flushMarks } from './markStore.ts'

/** Quality of a JPEG copy, 0 to 1. Lines have no visible artefacts. */
const jpegQuality = 0.9

/** The copy of a file could not be created. */
export class MarkedCopyError extends Error {
  override readonly name = 'MarkedCopyError'
  readonly fileName: string
  constructor(fileName: string, options?: ErrorOptions) {
    super(`no marked copy of ${fileName}`, options)
    this.fileName = fileName
  }
}

type CopyOptions = {
  /** Loads the pupil's file by its ID. */
  load: (document: number) => Promise<Blob>
  /** Names of files that the pupil has already received, or receives too. */
  takenNames: readonly string[]
}

/** Creates and stores the missing copies. Throws `MarkedCopyError`, or `StorageError` if the device is full. */
export async function createMarkedCopies(
  outbox: Outbox,
  marked: readonly MarkedFile[],
  { load, takenNames }: CopyOptions,
): Promise<MarkedFile[]> {
  const names = [...takenNames]
  const withCopies: MarkedFile[] = []
  for (const file of marked) {
    const withCopy = file.copy ? file : { ...file, copy: await createCopy(outbox, file, load, names) }
    names.push(withCopy.copy?.name ?? '')
    withCopies.push(withCopy)
  }
  return withCopies
}

async function createCopy(
  outbox: Outbox,
  { document, name, log }: MarkedFile,
  load: CopyOptions['load'],
  takenNames: readonly string[],
) {
  if (!(await flushMarks(outbox, log))) throw new StorageError('the marks were not stored')
  const { values } = await outbox.drafts.logs.read(log)
  const marks = getPageMarks(createHistory(parseOperations(values).operations), 0)
  const copyName = getCopyName(name, takenNames)
  const picture = await drawCopy(await loadOriginal(document, name, load), marks, isJpegName(name)).catch(
    cause => {
      throw new MarkedCopyError(name, { cause })
    },
  )
  return outbox.drafts.putFile(new File([picture], copyName, { type: picture.type }))
}

async function loadOriginal(document: number, name: string, load: CopyOptions['load']): Promise<Blob> {
  try {
    return await load(document)
  } catch (cause) {
    throw new MarkedCopyError(name, { cause })
  }
}

/** Draws marks on a picture. The copy has the size of the picture, turned as its EXIF data requires. */
async function drawCopy(original: Blob, marks: readonly Mark[], isJpeg: boolean): Promise<Blob> {
  const bitmap = await createImageBitmap(original)
  try {
    const { width, height } = bitmap
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('the picture is too large')
    context.drawImage(bitmap, 0, 0)
    drawMarks(context, marks, { width, height })
    return await canvas.convertToBlob(
      isJpeg ? { type: 'image/jpeg', quality: jpegQuality } : { type: 'image/png' },
    )
  } finally {
    bitmap.close()
  }
}
