import type { Drafts } from '../../../outbox/drafts/Drafts.ts'
import type { StoredFile } from '../../../outbox/storage/fileStore.ts'
import { removePageNumber } from '../pageNumbers.ts'
import { getFileToSend, type HandInFiles, isPage } from './handInFiles.ts'

type StorePagesOptions = {
  drafts: Drafts
  /** Number of pages that were handed in before. */
  earlierPages: number
  getPageName: (page: number, name: string) => string
}

/**
 * Returns the files to send. Several photos are stored again under names that begin with the number of the page, because
 * the order in which a service lists files is unknown. Throws `StorageError`.
 */
export async function storePages(
  { files, sendsOriginals }: HandInFiles,
  { drafts, earlierPages, getPageName }: StorePagesOptions,
): Promise<StoredFile[]> {
  const pages = files.filter(isPage).map(file => getFileToSend(file, sendsOriginals))
  const others = files.filter(file => !isPage(file))
  if (earlierPages + pages.length < 2) return [...pages, ...others]
  const storedPages = pages.map(async (page, index) => {
    const file = await drafts.file(page.id)
    // The upload reports the missing file.
    if (!file) return page
    const name = getPageName(earlierPages + index + 1, removePageNumber(page.name))
    return drafts.putFile(new File([file], name, { type: page.type }))
  })
  return [...(await Promise.all(storedPages)), ...others]
}
