import { useQueries } from '@tanstack/react-query'
import { query } from '../../api/cache/query.ts'
import { homework } from '../../contract/homework.ts'
import type { DraftName } from '../../delivery/drafts/Drafts.ts'
import { useT } from '../../i18n/useT.ts'
import { paths } from '../../paths.ts'
import { useClasses } from '../shell/useClasses.ts'

/** `detail`: the beginning of the homework. `path`: the screen where it was written, if it is known. */
export type DraftDescription = { label: string; detail?: string | undefined; path?: string | undefined }

const labelledKinds = [
  'chatDraft',
  'pollDraft',
  'newChat',
  'correction',
  'handIn',
  'pointsScheme',
  'papers',
  'homework',
  'coverSheet',
] as const

/** Returns a function that describes a draft by its kind and key, which contains only IDs. */
export function useDescribeDraft(): (draft: DraftName) => DraftDescription {
  const t = useT('unsent')
  const { list } = useClasses()
  const rows = useQueries({
    queries: list.map(({ id }) => query(homework.list, { course_id: id })),
    combine: results => results.flatMap(({ data }) => data?.rows ?? []),
  })
  const findHomework = (todoId: number) => rows.find(({ id }) => id === todoId)
  /** The kinds are named as text, so that this needs no code of their screens. */
  const getPath = (kind: string, key: string, courseId: number | undefined): string | undefined => {
    const [first = 0, second] = key.split('/').map(Number)
    if (kind === 'chatDraft' || kind === 'pollDraft') return paths.chat(first)
    if (kind === 'newChat') return paths.newChat({ draft: key })
    if (kind === 'coverSheet') return paths.coverSheet({ date: key })
    if (kind === 'homework')
      return second ? paths.changeHomework(first, second) : paths.newHomework(first, getSource(key))
    if (courseId === undefined) return undefined
    if (kind === 'handIn') return paths.task(courseId, first)
    if (kind === 'papers') return paths.papers(courseId, first)
    return paths.desk(courseId, first, second)
  }
  return ({ kind, key }) => {
    const known = labelledKinds.find(each => each === kind)
    if (!known) return { label: t('other') }
    const isOfHomework = ['correction', 'handIn', 'pointsScheme', 'papers'].includes(kind)
    const found = isOfHomework ? findHomework(Number(key.split('/')[0])) : undefined
    return { label: t(`drafts.${known}`), detail: found?.text, path: getPath(kind, key, found?.course_id) }
  }
}

/** The key is `course/new`, or `course/new/homework` for homework that is used again. */
const getSource = (key: string): { from?: string } => {
  const from = key.split('/')[2]
  return from === undefined ? {} : { from }
}
