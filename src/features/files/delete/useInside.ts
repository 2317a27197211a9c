import { useT } from '../../../i18n/useT.ts'

/** How much that is, in words: `9 files and 2 folders`, without what there is none of. */
export function useInside(): (counts: { files: number; folders: number }) => string {
  const t = useT('preview')
  return ({ files, folders }) => {
    if (folders === 0) return t('delete.files', { count: files })
    if (files === 0) return t('delete.folders', { count: folders })
    return t('delete.both', {
      files: t('delete.files', { count: files }),
      folders: t('delete.folders', { count: folders }),
    })
  }
}

/** The name of what is deleted together, short enough for a line: that of the first, and how many more. */
export function useEntryNames(): (names: readonly string[]) => string {
  const t = useT('preview')
  return ([first = '', ...others]) =>
    others.length === 0 ? first : t('delete.and', { name: first, count: others.length })
}
