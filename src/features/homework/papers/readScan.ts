import type { Drafts } from '../../../delivery/drafts/Drafts.ts'
import type { StoredFile } from '../../../delivery/storage/fileStore.ts'
import { type FileFormat, getFormatByBytes, signatureBytes } from '../../../lib/fileKinds.ts'
import { isTimeout } from '../../../lib/timeLimit.ts'
import type { PhotoResult } from '../../../ui/photos/preparePhoto.ts'
import { preparePhotoInWorker } from '../../../ui/photos/preparePhotoInWorker.ts'
import { openScan, ScanError } from './openScan.ts'
import type { PapersDraft } from './papersDraft.ts'

/** In bytes. The browser needs about three times as much memory to encrypt and to open the scan. */
export const maxScanSize = 250 * 1024 * 1024
export const maxScanPages = 1000

/**
 * Why no scan was added. `mixed`: a PDF with other files. `kind`: neither a PDF nor pictures. `notKept`: the device has
 * no room. `slow`: the PDF was not opened in time. `unreadable`: no photo can be opened. `interrupted`: no photo was prepared in time.
 */
export type ScanProblem =
  | {
      why:
        | 'mixed'
        | 'empty'
        | 'tooLarge'
        | 'locked'
        | 'broken'
        | 'notKept'
        | 'slow'
        | 'unreadable'
        | 'interrupted'
    }
  | { why: 'kind'; name: string }
  | { why: 'tooManyPages'; pages: number }

/**
 * Names of photos that are not part of the scan. `interrupted`: it took too long, or the browser had no memory. The scan
 * has the readable part of `truncated` ones.
 */
type OmittedPhotos = Readonly<Record<(typeof omissionReasons)[number], readonly string[]>>
export const omissionReasons = ['unreadable', 'interrupted', 'truncated'] as const

export type ReadScan = Pick<PapersDraft, 'scan' | 'kind' | 'pageCount'> & { omitted: OmittedPhotos }

export const noOmittedPhotos: OmittedPhotos = { unreadable: [], interrupted: [], truncated: [] }

type ReadScanOptions = {
  drafts: Pick<Drafts, 'putFile'>
  signal: AbortSignal
  /** Called after each photo. */
  onProgress: (done: number) => void
}

const byName = new Intl.Collator(undefined, { numeric: true })

/** Checks and stores the chosen files. Photos are in the order of their names. Throws `ChunkLoadError`, and an `AbortError` if the user cancelled. */
export async function readScan(
  chosen: readonly File[],
  options: ReadScanOptions,
): Promise<ReadScan | ScanProblem> {
  // Browsers have their own order. Cameras and scanners number the names.
  const files = chosen.toSorted((a, b) => byName.compare(a.name, b.name))
  const formats = await Promise.all(files.map(readFormat))
  const problem = findProblem(files, formats)
  if (problem) return problem
  return formats[0]?.kind === 'pdf' ? readPdf(files[0], options) : readPhotos(files, formats, options)
}

async function readFormat(file: File): Promise<FileFormat | undefined> {
  return getFormatByBytes(new Uint8Array(await file.slice(0, signatureBytes).arrayBuffer()))
}

const isPhoto = (format: FileFormat | undefined) =>
  format?.kind === 'image' && (format.view === 'drawn' || /^image\/hei[cf]$/.test(format.type))

function findProblem(
  files: readonly File[],
  formats: readonly (FileFormat | undefined)[],
): ScanProblem | undefined {
  const size = files.reduce((sum, file) => sum + file.size, 0)
  if (size === 0) return { why: 'empty' }
  const other = files.find((_, index) => formats[index]?.kind !== 'pdf' && !isPhoto(formats[index]))
  if (other) return { why: 'kind', name: other.name }
  if (files.length > 1 && formats.some(format => format?.kind === 'pdf')) return { why: 'mixed' }
  if (size > maxScanSize) return { why: 'tooLarge' }
  if (files.length > maxScanPages) return { why: 'tooManyPages', pages: files.length }
  return undefined
}

async function readPdf(
  file: File | undefined,
  { drafts, signal }: ReadScanOptions,
): Promise<ReadScan | ScanProblem> {
  if (!file) return { why: 'empty' }
  let pageCount: number
  try {
    const scan = await openScan('pdf', [file])
    pageCount = scan.pageCount
    scan.close()
  } catch (error) {
    if (error instanceof ScanError) return { why: error.reason }
    if (isTimeout(error)) return { why: 'slow' }
    throw error
  }
  signal.throwIfAborted()
  if (pageCount > maxScanPages) return { why: 'tooManyPages', pages: pageCount }
  const stored = await storeFile(drafts, new File([file], file.name, { type: 'application/pdf' }))
  return stored ? { scan: [stored], kind: 'pdf', pageCount, omitted: noOmittedPhotos } : { why: 'notKept' }
}

async function readPhotos(
  files: readonly File[],
  formats: readonly (FileFormat | undefined)[],
  { drafts, signal, onProgress }: ReadScanOptions,
): Promise<ReadScan | ScanProblem> {
  const scan: StoredFile[] = []
  const omitted = { unreadable: [] as string[], interrupted: [] as string[], truncated: [] as string[] }
  for (const [index, file] of files.entries()) {
    signal.throwIfAborted()
    const result = await preparePhoto(file, signal)
    if (result.kind === 'failed') {
      omitted[result.reason === 'interrupted' ? 'interrupted' : 'unreadable'].push(file.name)
    } else {
      const type = result.kind === 'prepared' ? result.photo.type : (formats[index]?.type ?? file.type)
      const bytes = result.kind === 'prepared' ? result.photo : file
      const stored = await storeFile(drafts, new File([bytes], file.name, { type }))
      if (!stored) return { why: 'notKept' }
      scan.push(stored)
      if (result.kind === 'prepared' && result.isTruncated) omitted.truncated.push(file.name)
    }
    onProgress(index + 1)
  }
  signal.throwIfAborted()
  if (scan.length === 0) return { why: omitted.interrupted.length > 0 ? 'interrupted' : 'unreadable' }
  return { scan, kind: 'photos', pageCount: scan.length, omitted }
}

/** Tries an interrupted photo again: the computer may have been busy. */
async function preparePhoto(file: File, signal: AbortSignal): Promise<PhotoResult> {
  const result = await preparePhotoInWorker(file)
  signal.throwIfAborted()
  const isInterrupted = result.kind === 'failed' && result.reason === 'interrupted'
  return isInterrupted ? preparePhotoInWorker(file) : result
}

/** Resolves to undefined if the device has no room. */
const storeFile = (drafts: Pick<Drafts, 'putFile'>, file: File): Promise<StoredFile | undefined> =>
  drafts.putFile(file).catch(() => undefined)
