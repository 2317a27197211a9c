import type { Drafts } from '../../../delivery/drafts/Drafts.ts'
import type { StoredFile } from '../../../delivery/storage/fileStore.ts'
import { removePageNumber } from '../pageNumbers.ts'
import type { HandInDraft } from './handInEntry.ts'
import { getFileToSend, isPage } from './handInFiles.ts'

type NameFilesOptions = {
  drafts: Drafts
  /** Number of pages that were handed in before. */
  earlierPages: number
  getPageName: (page: number, name: string) => string
}

/**
 * Returns the draft with the names under which its files are sent. Several photos are stored again under names that begin
 * with the number of the page, because the order in which a service lists files is unknown. Throws `StorageError`.
 */
export async function nameFiles(
  draft: HandInDraft,
  { drafts, earlierPages, getPageName }: NameFilesOptions,
): Promise<HandInDraft> {
  const others = draft.files.filter(file => !isPage(file))
  const pages = draft.files.filter(isPage)
  const sent = pages.filter(file => getFileToSend(file, draft.sendsOriginals).isSent)
  const unsent = pages.filter(file => !sent.includes(file))
  if (earlierPages + unsent.length < 2) return { ...draft, files: [...pages, ...others] }
  const storeAs = async (page: StoredFile, name: string): Promise<StoredFile> => {
    const file = await drafts.file(page.id)
    // The upload reports the missing file.
    return file ? drafts.putFile(new File([file], name, { type: page.type })) : page
  }
  const named = unsent.map(async (page, index) => {
    const toSend = getFileToSend(page, draft.sendsOriginals)
    const stored = await storeAs(toSend, getPageName(earlierPages + index + 1, removePageNumber(toSend.name)))
    return page.photo?.kind === 'prepared' && toSend !== page
      ? { ...page, photo: { ...page.photo, file: stored } }
      : { ...page, ...stored }
  })
  return { ...draft, files: [...sent, ...(await Promise.all(named)), ...others] }
}
