import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/cache/query.ts'
import { type ClassFile, files } from '../../../contract/files.ts'
import { homework } from '../../../contract/homework.ts'
import { messages } from '../../../contract/messages.ts'
import { submissions } from '../../../contract/submissions.ts'
import { useT } from '../../../i18n/useT.ts'
import type { AccessOf } from '../../../paths.ts'
import type { ContentWords } from './useContentWords.ts'

/** One line of what goes with content that is deleted. */
export type Loss = { icon: 'homework' | 'handedIn' | 'corrected' | 'files' | 'messages'; text: string }

/** What goes with the content besides itself, as far as the service tells; asked only while this is shown. */
export function useLosses(of: AccessOf, { kind, courseId }: ContentWords): readonly Loss[] {
  const t = useT('access')
  const course_id = courseId ?? 0
  const inClass = courseId !== undefined
  const handedIn = useQuery({
    ...query(submissions.list, { todo_id: of.id }),
    enabled: kind === 'homework',
    retry: false,
  })
  const tasks = useQuery({ ...query(homework.list, { course_id }), enabled: kind === 'lesson' && inClass })
  const entries = useQuery({ ...query(files.list, { course_id }), enabled: kind === 'folder' && inClass })
  const talk = useQuery({ ...query(messages.list, { chat_id: of.id }), enabled: kind === 'chat' })
  switch (kind) {
    case 'homework': {
      const rows = handedIn.data?.rows
      if (!rows) return [{ icon: 'handedIn', text: t('losses.submissionsUnknown') }]
      const submitted = rows.filter(({ submission }) => submission.is_submitted)
      const sent = submitted.reduce((count, { submission }) => count + submission.files.length, 0)
      const corrected = rows.filter(({ submission }) => submission.is_corrected).length
      return [
        { icon: 'handedIn', text: t('losses.submissions', { count: submitted.length, files: sent }) },
        { icon: 'corrected', text: t('losses.corrections', { count: corrected }) },
      ]
    }
    case 'lesson': {
      const count = tasks.data?.rows.filter(({ lesson_id }) => lesson_id === of.id).length
      const text = count === undefined ? t('losses.homeworkUnknown') : t('losses.homework', { count })
      return [
        { icon: 'homework', text },
        { icon: 'files', text: t('losses.timetable') },
      ]
    }
    case 'folder': {
      const inside = entries.data && everythingIn(of.id, entries.data.rows)
      return [{ icon: 'files', text: inside ? t('losses.folder', inside) : t('losses.folderUnknown') }]
    }
    case 'file':
      return [{ icon: 'files', text: t('losses.versions') }]
    case 'chat': {
      const count = talk.data?.rows.length
      return [
        {
          icon: 'messages',
          text: count === undefined ? t('losses.messagesUnknown') : t('losses.messages', { count }),
        },
      ]
    }
    case 'lessonContent':
    case 'news':
      return []
  }
}

/** How many files and folders lie in a folder, at any depth. A folder that lies in itself is counted once (cases 19). */
function everythingIn(folderId: number, rows: readonly ClassFile[]): { files: number; folders: number } {
  const children = Map.groupBy(rows, ({ parent_id }) => parent_id)
  const counted = new Set([folderId])
  const count = { files: 0, folders: 0 }
  const open = [folderId]
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const { id, is_dir } of children.get(folder) ?? []) {
      if (counted.has(id)) continue
      counted.add(id)
      if (is_dir) open.push(id)
      count[is_dir ? 'folders' : 'files'] += 1
    }
  }
  return count
}
