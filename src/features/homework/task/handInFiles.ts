import { z } from 'zod/mini'
import { StoredFile } from '../../../delivery/storage/fileStore.ts'
import { getFileKind, getFormatByName, getFormatByType, isMarkup } from '../../../lib/fileKinds.ts'

const Size = z.object({ width: z.number(), height: z.number() })

/** Result of preparing a photo on the pupil's device. `notKept`: the prepared photo could not be stored. */
const Preparation = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('prepared'),
    file: StoredFile,
    size: Size,
    originalSize: Size,
    isTruncated: z.optional(z.boolean()),
  }),
  z.object({ kind: z.literal('unchanged') }),
  z.object({
    kind: z.literal('failed'),
    reason: z.enum(['unreadable', 'tooLarge', 'notKept', 'interrupted']),
  }),
])
export type Preparation = z.output<typeof Preparation>

/** The file as chosen. `photo` is missing until a picture was prepared, and for other files. */
export const HandInFile = z.extend(StoredFile, { photo: z.optional(Preparation) })
export type HandInFile = z.output<typeof HandInFile>

/** Whether the file is a page, whose position the pupil chooses. */
export const isPage = (file: Pick<StoredFile, 'name' | 'type'>): boolean =>
  getFileKind(file) === 'image' && !isMarkup(file)

export const needsPreparation = (file: HandInFile): boolean => isPage(file) && !file.photo

export type HandInFiles = { files: readonly HandInFile[]; sendsOriginals?: boolean | undefined }

export const getFileToSend = (file: HandInFile, sendsOriginals = false): StoredFile =>
  file.photo?.kind === 'prepared' && !sendsOriginals ? file.photo.file : file

/** Returns the files with one page moved by a number of places. Other files come last. */
export function movePage(files: readonly HandInFile[], id: string, places: number): HandInFile[] {
  const pages = files.filter(isPage)
  const from = pages.findIndex(page => page.id === id)
  const page = pages[from]
  if (!page) return [...files]
  const to = Math.min(Math.max(from + places, 0), pages.length - 1)
  return [...pages.toSpliced(from, 1).toSpliced(to, 0, page), ...files.filter(file => !isPage(file))]
}

/** Returns `photo.jpg` for `photo.heic` and `image/jpeg`. */
export function toNameOfType(name: string, type: string): string {
  if (getFormatByName(name)?.type === type) return name
  return `${name.replace(/\.[^.]*$/, '')}.${getFormatByType(type)?.extensions[0] ?? 'jpg'}`
}
