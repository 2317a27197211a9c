import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { keyOf, query } from '../../api/cache/query.ts'
import { callOf } from '../../api/client/call.ts'
import { chats } from '../../contract/chats.ts'
import { courses } from '../../contract/courses.ts'
import { type ClassFile, files } from '../../contract/files.ts'
import { homework } from '../../contract/homework.ts'
import { lessons } from '../../contract/lessons.ts'
import { messages } from '../../contract/messages.ts'
import type { ResourceField } from '../../contract/permissions.ts'
import { submissions } from '../../contract/submissions.ts'
import { topFolderId } from '../../contract/wire.ts'
import { useT } from '../../i18n/useT.ts'
import { isRecord } from '../../lib/isRecord.ts'
import type { AccessOf } from '../../paths.ts'
import { harmlessName } from '../../ui/harmlessName.ts'

/** A name longer than this is cut in a heading; the place it stands in shows it whole. */
const longest = 120

export type ContentWords = {
  kind: ContentKind
  courseId: number | undefined
  /** A chat in which everybody writes who is in it. */
  membersWrite: boolean
  /** The whole name, harmless to show; by number where none is known. */
  name: string
  /** The same, short enough for a heading. */
  short: string
  /** `Homework in Maths, class 8b`. */
  line: string
}

/** How the drawer calls the content: its name, and what and where it is. */
export function useContentWords(of: AccessOf, courseOfPage: number | undefined): ContentWords {
  const t = useT('access')
  const client = useQueryClient()
  const { kind, name, courseId, membersWrite } = useContent(of, courseOfPage)
  const course = useQuery({
    ...query(courses.get, { course_id: courseId ?? 0 }),
    enabled: courseId !== undefined,
  })
  const className = course.data?.name.trim()
  // What can't be asked for need not be of the class whose page is below.
  const named = className && name !== undefined ? t('class', { name: harmlessName(className) }) : ''
  const whole = name === undefined ? t(`numbered.${kind}`, { id: String(of.id) }) : harmlessName(name)
  const subject = kind === 'homework' && courseId !== undefined ? subjectName(courseId) : undefined
  return {
    kind,
    courseId,
    membersWrite,
    name: whole,
    short: whole.length > longest ? `${whole.slice(0, longest)}…` : whole,
    line: line(),
  }

  function subjectName(course_id: number): string | undefined {
    const task =
      client.getQueryData(keyOf(homework.get, { course_id, homework_id: of.id })) ??
      client.getQueryData(keyOf(homework.list, { course_id }))?.rows.find(({ id }) => id === of.id)
    const lesson =
      task?.lesson ??
      client.getQueryData(keyOf(lessons.list, { course_id }))?.rows.find(({ id }) => id === task?.lesson_id)
    return lesson?.name.trim() ? harmlessName(lesson.name.trim()) : undefined
  }

  function line(): string {
    if (subject) return named ? t('lineOfSubject', { subject, named }) : t('lineOfSubjectAlone', { subject })
    const what = t(`what.${kind}`)
    return named && kind !== 'chat' ? t('lineOfClass', { what, named }) : what
  }
}

/** A number no content has: for a query that is not asked. */
const none = 0

/**
 * What the access is to, asked of the endpoint of its kind. Lesson contents and news have none. A page of no class takes
 * the class from what was loaded before; where that says nothing, the content goes by its number.
 */
function useContent(
  of: AccessOf,
  courseOfPage: number | undefined,
): Content & { courseId?: number; membersWrite: boolean } {
  const client = useQueryClient()
  const courseId = courseOfPage ?? seenCourse(client, of)
  const course_id = courseId ?? none
  const isOf = (field: AccessOf['field']) =>
    of.field === field && (field === 'chat_id' || courseId !== undefined)
  const task = useQuery({
    ...query(homework.get, { course_id, homework_id: of.id }),
    enabled: isOf('todo_id'),
    placeholderData: () => client.getQueryData(keyOf(homework.list, { course_id }))?.rows.find(hasId(of.id)),
  })
  const lesson = useQuery({
    ...query(lessons.get, { course_id, lesson_id: of.id }),
    enabled: isOf('lesson_id'),
    placeholderData: () => client.getQueryData(keyOf(lessons.list, { course_id }))?.rows.find(hasId(of.id)),
  })
  const chat = useQuery({
    ...query(chats.get, { chat_id: of.id }),
    enabled: isOf('chat_id'),
    placeholderData: () => client.getQueryData(keyOf(chats.list, {}))?.rows.find(hasId(of.id)),
  })
  const file = useQuery({
    ...query(files.get, { course_id, file_id: of.id }),
    enabled: isOf('file_id') && of.id !== topFolderId,
    placeholderData: () => client.getQueryData(keyOf(files.list, { course_id }))?.rows.find(hasId(of.id)),
  })
  const name =
    (isOf('todo_id') ? task.data?.text.trim().split('\n', 1)[0] : undefined) ??
    (isOf('lesson_id') ? lesson.data?.name.trim() : undefined) ??
    (isOf('chat_id') ? chat.data?.name.trim() : undefined) ??
    (isOf('file_id') ? file.data?.name.trim() : undefined)
  return {
    kind: isOf('file_id') && file.data?.is_dir ? 'folder' : kindOfField[of.field],
    name: name === '' ? undefined : name,
    membersWrite: isOf('chat_id') && chat.data?.broadcast_only === false,
    ...(courseId !== undefined && { courseId }),
  }
}

const hasId =
  (id: number) =>
  (row: { id: number }): boolean =>
    row.id === id

const resourceOf: Partial<Record<AccessOf['field'], string>> = {
  todo_id: 'homework',
  lesson_id: 'lesson',
  file_id: 'file',
}

/** The class a piece of content is in, by the lists and pages that were loaded; `undefined` where none had it. */
function seenCourse(client: QueryClient, { field, id }: AccessOf): number | undefined {
  const resource = resourceOf[field]
  if (resource === undefined) return undefined
  for (const query of client.getQueryCache().findAll({ queryKey: [resource] })) {
    const { data } = query.state
    const rows = isRecord(data) && Array.isArray(data.rows) ? data.rows : [data]
    if (!rows.some(row => isRecord(row) && row.id === id)) continue
    const { input } = callOf(query.meta)
    const courseId = 'course_id' in input ? input.course_id : undefined
    if (typeof courseId === 'number') return courseId
  }
  return undefined
}

/** What kinds of content have access of their own, as people call them. Files and folders share a field. */
export type ContentKind = 'homework' | 'chat' | 'lesson' | 'file' | 'folder' | 'lessonContent' | 'news'

/** A piece of content as far as it is known. Without a name it goes by its number. */
type Content = { kind: ContentKind; name: string | undefined }

/** What a field name stands for while nothing more is known of the content. */
const kindOfField: Record<ResourceField, ContentKind> = {
  lesson_id: 'lesson',
  chat_id: 'chat',
  lesson_comment_id: 'lessonContent',
  todo_id: 'homework',
  announcement_id: 'news',
  file_id: 'file',
}

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
