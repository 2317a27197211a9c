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
import type { ContentRef } from '../../paths.ts'
import { sanitizeName } from '../../ui/sanitizeName.ts'

const maxHeadingLength = 120

export type ContentInfo = ReturnType<typeof useContentInfo>

/**
 * Unknown content, lesson contents and news are named by their ID. On a page without a class, the class comes
 * from the cache.
 */
export function useContentInfo(resource: ContentRef, pageCourseId: number | undefined) {
  const t = useT('access')
  const client = useQueryClient()
  const courseId = pageCourseId ?? findCachedCourse(client, resource)
  const course_id = courseId ?? 0
  const inClass = courseId !== undefined
  const hasField = (field: ContentRef['field']) =>
    resource.field === field && (field === 'chat_id' || inClass)
  const hasId = ({ id }: { id: number }) => id === resource.id
  const cached = {
    task: () => client.getQueryData(keyOf(homework.list, { course_id }))?.rows.find(hasId),
    lesson: () => client.getQueryData(keyOf(lessons.list, { course_id }))?.rows.find(hasId),
    chat: () => client.getQueryData(keyOf(chats.list, {}))?.rows.find(hasId),
    file: () => client.getQueryData(keyOf(files.list, { course_id }))?.rows.find(hasId),
  }
  const task = useQuery({
    ...query(homework.get, { course_id, homework_id: resource.id }),
    enabled: hasField('todo_id'),
    placeholderData: cached.task,
  }).data
  const lesson = useQuery({
    ...query(lessons.get, { course_id, lesson_id: resource.id }),
    enabled: hasField('lesson_id'),
    placeholderData: cached.lesson,
  }).data
  const chat = useQuery({
    ...query(chats.get, { chat_id: resource.id }),
    enabled: hasField('chat_id'),
    placeholderData: cached.chat,
  }).data
  const file = useQuery({
    ...query(files.get, { course_id, file_id: resource.id }),
    enabled: hasField('file_id') && resource.id !== topFolderId,
    placeholderData: cached.file,
  }).data
  const course = useQuery({ ...query(courses.get, { course_id }), enabled: inClass }).data
  const kind = hasField('file_id') && file?.is_dir ? 'folder' : kindOfField[resource.field]
  const foundName =
    (hasField('todo_id') && task?.text.trim().split('\n', 1)[0]) ||
    (hasField('lesson_id') && lesson?.name.trim()) ||
    (hasField('chat_id') && chat?.name.trim()) ||
    (hasField('file_id') && file?.name.trim())
  const name = foundName ? sanitizeName(foundName) : t(`numbered.${kind}`, { id: String(resource.id) })
  // Content that can't be fetched may belong to another class than the page.
  const className = foundName && course?.name.trim()
  const classText = className ? t('class', { name: sanitizeName(className) }) : ''
  return {
    kind,
    courseId,
    membersWrite: hasField('chat_id') && chat?.broadcast_only === false,
    /** Safe to show. The ID if unknown. */
    name,
    short: truncateText(name, maxHeadingLength, '…'),
    /** E.g. `Homework in Maths, class 8b`. */
    line: formatLine(),
  }

  function formatLine(): string {
    const subject = hasField('todo_id') ? findSubjectName() : undefined
    if (subject)
      return classText
        ? t('lineOfSubject', { subject, named: classText })
        : t('lineOfSubjectAlone', { subject })
    const kindText = t(`what.${kind}`)
    return classText && kind !== 'chat' ? t('lineOfClass', { what: kindText, named: classText }) : kindText
  }

  function findSubjectName(): string | undefined {
    const known = client.getQueryData(keyOf(lessons.list, { course_id }))?.rows
    const subject = task?.lesson ?? known?.find(({ id }) => id === task?.lesson_id)
    return subject?.name.trim() ? sanitizeName(subject.name.trim()) : undefined
  }
}

const resourceOf: Partial<Record<ContentRef['field'], string>> = {
  todo_id: 'homework',
  lesson_id: 'lesson',
  file_id: 'file',
}

function findCachedCourse(client: QueryClient, { field, id }: ContentRef): number | undefined {
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

/** Files and folders share a field. */
export type ContentKind = 'homework' | 'chat' | 'lesson' | 'file' | 'folder' | 'lessonContent' | 'news'

const kindOfField: Record<ResourceField, ContentKind> = {
  lesson_id: 'lesson',
  chat_id: 'chat',
  lesson_comment_id: 'lessonContent',
  todo_id: 'homework',
  announcement_id: 'news',
  file_id: 'file',
}

export type DeletedData = { icon: 'homework' | 'handedIn' | 'corrected' | 'files' | 'messages'; text: string }

/** Returns the numbers that have loaded. */
export function useDeletedData(
  resource: ContentRef,
  { kind, courseId }: ContentInfo,
): readonly DeletedData[] {
  const t = useT('access')
  const course_id = courseId ?? 0
  const inClass = courseId !== undefined
  const handedIn = useQuery({
    ...query(submissions.list, { todo_id: resource.id }),
    enabled: kind === 'homework',
    retry: false,
  })
  const homeworkList = useQuery({
    ...query(homework.list, { course_id }),
    enabled: kind === 'lesson' && inClass,
  })
  const fileList = useQuery({ ...query(files.list, { course_id }), enabled: kind === 'folder' && inClass })
  const chatMessages = useQuery({
    ...query(messages.list, { chat_id: resource.id }),
    enabled: kind === 'chat',
  })
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
      const count = homeworkList.data?.rows.filter(({ lesson_id }) => lesson_id === resource.id).length
      const text = count === undefined ? t('losses.homeworkUnknown') : t('losses.homework', { count })
      return [
        { icon: 'homework', text },
        { icon: 'files', text: t('losses.timetable') },
      ]
    }
    case 'folder': {
      const counts = fileList.data && countEntries(resource.id, fileList.data.rows)
      return [{ icon: 'files', text: counts ? t('losses.folder', counts) : t('losses.folderUnknown') }]
    }
    case 'file':
      return [{ icon: 'files', text: t('losses.versions') }]
    case 'chat': {
      const count = chatMessages.data?.rows.length
      const text = count === undefined ? t('losses.messagesUnknown') : t('losses.messages', { count })
      return [{ icon: 'messages', text }]
    }
    case 'lessonContent':
    case 'news':
      return []
  }
}

function countEntries(folderId: number, rows: readonly ClassFile[]): { files: number; folders: number } {
  const children = Map.groupBy(rows, ({ parent_id }) => parent_id)
  const countedIds = new Set([folderId])
  const count = { files: 0, folders: 0 }
  const openFolders = [folderId]
  for (let folder = openFolders.pop(); folder !== undefined; folder = openFolders.pop()) {
    for (const { id, is_dir } of children.get(folder) ?? []) {
      if (countedIds.has(id)) continue
      countedIds.add(id)
      if (is_dir) openFolders.push(id)
      count[is_dir ? 'folders' : 'files'] += 1
    }
  }
  return count
}
