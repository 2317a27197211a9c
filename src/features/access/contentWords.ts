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
import { truncateText } from '../../lib/truncateText.ts'
import type { AccessOf } from '../../paths.ts'
import { sanitizeName } from '../../ui/sanitizeName.ts'

/** Maximum length of a name in a heading, in characters. Other places show the whole name. */
const longest = 120

export type ContentWords = ReturnType<typeof useContentWords>

/**
 * Returns the name, kind and class of content, fetched from the endpoint of its kind. Lesson contents and news have no
 * endpoint. On a page without a class, the class comes from the cache. If it is not found there, the content is named
 * by its ID.
 */
export function useContentWords(of: AccessOf, courseOfPage: number | undefined) {
  const t = useT('access')
  const client = useQueryClient()
  const courseId = courseOfPage ?? seenCourse(client, of)
  // Without a class, queries that need one are disabled.
  const course_id = courseId ?? 0
  const inClass = courseId !== undefined
  const isOf = (field: AccessOf['field']) => of.field === field && (field === 'chat_id' || inClass)
  const hasId = ({ id }: { id: number }) => id === of.id
  const listed = {
    task: () => client.getQueryData(keyOf(homework.list, { course_id }))?.rows.find(hasId),
    lesson: () => client.getQueryData(keyOf(lessons.list, { course_id }))?.rows.find(hasId),
    chat: () => client.getQueryData(keyOf(chats.list, {}))?.rows.find(hasId),
    file: () => client.getQueryData(keyOf(files.list, { course_id }))?.rows.find(hasId),
  }
  const task = useQuery({
    ...query(homework.get, { course_id, homework_id: of.id }),
    enabled: isOf('todo_id'),
    placeholderData: listed.task,
  }).data
  const lesson = useQuery({
    ...query(lessons.get, { course_id, lesson_id: of.id }),
    enabled: isOf('lesson_id'),
    placeholderData: listed.lesson,
  }).data
  const chat = useQuery({
    ...query(chats.get, { chat_id: of.id }),
    enabled: isOf('chat_id'),
    placeholderData: listed.chat,
  }).data
  const file = useQuery({
    ...query(files.get, { course_id, file_id: of.id }),
    enabled: isOf('file_id') && of.id !== topFolderId,
    placeholderData: listed.file,
  }).data
  const course = useQuery({ ...query(courses.get, { course_id }), enabled: inClass }).data
  const kind = isOf('file_id') && file?.is_dir ? 'folder' : kindOfField[of.field]
  const found =
    (isOf('todo_id') && task?.text.trim().split('\n', 1)[0]) ||
    (isOf('lesson_id') && lesson?.name.trim()) ||
    (isOf('chat_id') && chat?.name.trim()) ||
    (isOf('file_id') && file?.name.trim())
  const name = found ? sanitizeName(found) : t(`numbered.${kind}`, { id: String(of.id) })
  // Content that can't be fetched may belong to another class than the page.
  const className = found && course?.name.trim()
  const named = className ? t('class', { name: sanitizeName(className) }) : ''
  return {
    kind,
    courseId,
    /** Whether this is a chat in which all members can write. */
    membersWrite: isOf('chat_id') && chat?.broadcast_only === false,
    /** The whole name, safe to show. If it is unknown, the ID. */
    name,
    /** The name, short enough for a heading. */
    short: truncateText(name, longest, '…'),
    /** For example `Homework in Maths, class 8b`. */
    line: line(),
  }

  function line(): string {
    const subject = isOf('todo_id') ? subjectName() : undefined
    if (subject) return named ? t('lineOfSubject', { subject, named }) : t('lineOfSubjectAlone', { subject })
    const what = t(`what.${kind}`)
    return named && kind !== 'chat' ? t('lineOfClass', { what, named }) : what
  }

  function subjectName(): string | undefined {
    const known = client.getQueryData(keyOf(lessons.list, { course_id }))?.rows
    const subject = task?.lesson ?? known?.find(({ id }) => id === task?.lesson_id)
    return subject?.name.trim() ? sanitizeName(subject.name.trim()) : undefined
  }
}

const resourceOf: Partial<Record<AccessOf['field'], string>> = {
  todo_id: 'homework',
  lesson_id: 'lesson',
  file_id: 'file',
}

/** Returns the class of content from cached lists and objects, or undefined if they do not contain it. */
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

/** Kinds of content with their own access. Files and folders share a field. */
export type ContentKind = 'homework' | 'chat' | 'lesson' | 'file' | 'folder' | 'lessonContent' | 'news'

/** Kind of content by field, used until the content is loaded. */
const kindOfField: Record<ResourceField, ContentKind> = {
  lesson_id: 'lesson',
  chat_id: 'chat',
  lesson_comment_id: 'lessonContent',
  todo_id: 'homework',
  announcement_id: 'news',
  file_id: 'file',
}

/** A line about something that is deleted with the content. */
export type Loss = { icon: 'homework' | 'handedIn' | 'corrected' | 'files' | 'messages'; text: string }

/**
 * Returns the other data that the service deletes with the content, if the app can find out. It is fetched only while
 * the dialog is open.
 */
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
      const text = count === undefined ? t('losses.messagesUnknown') : t('losses.messages', { count })
      return [{ icon: 'messages', text }]
    }
    case 'lessonContent':
    case 'news':
      return []
  }
}

/** Counts the files and folders in a folder, at any depth. Folders in a cycle are counted once (rule 19). */
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
