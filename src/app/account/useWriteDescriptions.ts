import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { keyOf, query } from '../../api/cache/query.ts'
import { chats } from '../../contract/chats.ts'
import { courses } from '../../contract/courses.ts'
import { homework } from '../../contract/homework.ts'
import { submissions } from '../../contract/submissions.ts'
import { getAnswer } from '../../features/chats/quote.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { isRecord } from '../../lib/isRecord.ts'
import type { DraftName } from '../../outbox/drafts/Drafts.ts'
import type { Write } from '../../outbox/queue/Writes.ts'
import { paths } from '../../paths.ts'
import { sanitizeName } from '../../ui/sanitizeName.ts'
import { classTitle, useClasses } from '../shell/useClasses.ts'

/** `detail`: the homework, or the text of a message. `path`: the screen where it was written. */
export type WriteDescription = { label: string; detail: string | undefined; path: string | undefined }

const homeworkKinds = ['correction', 'correctionFile', 'handIn', 'submissionFile'] as const
type HomeworkKind = (typeof homeworkKinds)[number]
type ChatKind = 'message' | 'messageFile' | 'poll'

/**
 * Returns functions that describe a write and a draft. Both contain only IDs. A name that is not loaded is replaced by
 * the ID.
 */
export function useWriteDescriptions() {
  const t = useT('unsent')
  const shell = useT('shell')
  const format = useFormat()
  const cache = useQueryClient()
  const { list } = useClasses()
  const chatRows = useQuery(query(chats.list, {})).data?.rows
  const tasks = useQueries({
    queries: list.map(({ id }) => query(homework.list, { course_id: id })),
    combine: results => results.flatMap(({ data }) => data?.rows ?? []),
  })
  const members = useQueries({
    queries: list.map(({ id }) => query(courses.members, { course_id: id })),
    combine: results => results.flatMap(({ data }) => data?.rows ?? []),
  })
  const getPupilName = (todo_id: number, userId: number) =>
    members.find(({ id }) => id === userId)?.name ??
    cache.getQueryData(keyOf(submissions.list, { todo_id }))?.rows.find(({ user }) => user.id === userId)
      ?.user.name ??
    t('pupilNumber', { id: String(userId) })
  const getChatName = (chat_id: number) =>
    (chatRows?.find(({ id }) => id === chat_id) ?? cache.getQueryData(keyOf(chats.get, { chat_id })))?.name ||
    t('chatNumber', { id: String(chat_id) })
  const getClassTitle = (courseId: number) => {
    const knownClass = list.find(({ id }) => id === courseId)
    return knownClass && classTitle(knownClass, shell).title
  }

  const describeChat = (kind: ChatKind, chatId: number): WriteDescription => ({
    label: t(kind, { chat: sanitizeName(getChatName(chatId)) }),
    detail: undefined,
    path: paths.chat(chatId),
  })
  const describeHomework = (kind: HomeworkKind, todoId: number, userId?: number): WriteDescription => {
    const task = tasks.find(({ id }) => id === todoId)
    return {
      label: t(kind, { pupil: userId === undefined ? '' : sanitizeName(getPupilName(todoId, userId)) }),
      detail: task?.text ?? t('homeworkNumber', { id: String(todoId) }),
      path:
        task &&
        (userId === undefined
          ? paths.task(task.course_id, todoId)
          : paths.desk(task.course_id, todoId, userId)),
    }
  }
  const describeAddedPerson = (chatId: number, { base }: Write): WriteDescription => {
    const person = isRecord(base) && typeof base.name === 'string' ? sanitizeName(base.name) : ''
    return { ...describeChat('message', chatId), label: t('addedPerson', { person }) }
  }
  const describeCoverGrant = (date: string, { base }: Write): WriteDescription => {
    const { colleague, title } = isRecord(base) ? base : {}
    const name = isRecord(colleague) && typeof colleague.name === 'string' ? colleague.name : ''
    return {
      label: t('coverGrant', { person: sanitizeName(name) }),
      detail: typeof title === 'string' ? title : undefined,
      path: paths.coverSheet({ date }),
    }
  }
  const otherDescription: WriteDescription = { label: t('other'), detail: undefined, path: undefined }

  return {
    write(write: Write): WriteDescription {
      const subject = parseLane(write.lane)
      if (subject?.kind === 'chat') {
        const kind = write.kind === 'messageFile' ? 'messageFile' : 'message'
        return { ...describeChat(kind, subject.chatId), detail: getText(write) }
      }
      if (subject?.kind === 'chatPerson') return describeAddedPerson(subject.chatId, write)
      if (subject?.kind === 'coverGrant') return describeCoverGrant(subject.date, write)
      if (subject?.kind === 'upload') {
        const name = getUploadName(write)
        const label = name === undefined ? t('upload') : t('uploadOf', { name: sanitizeName(name) })
        const detail = list.find(({ id }) => id === subject.courseId)?.name
        return { label, detail, path: paths.files(subject.courseId) }
      }
      const kind = homeworkKinds.find(candidate => candidate === write.kind)
      return subject && kind ? describeHomework(kind, subject.todoId, subject.userId) : otherDescription
    },
    draft(draft: DraftName): WriteDescription {
      const subject = parseDraftKey(draft)
      switch (subject?.kind) {
        case 'message':
        case 'poll':
          return describeChat(subject.kind, subject.chatId)
        case 'correction':
          return describeHomework('correction', subject.todoId, subject.userId)
        case 'handIn':
          return describeHomework('handIn', subject.todoId)
        case 'pointsScheme': {
          const { todoId } = subject
          const task = tasks.find(({ id }) => id === todoId)
          const { detail } = describeHomework('handIn', todoId)
          return { label: t('pointsScheme'), detail, path: task && paths.desk(task.course_id, todoId) }
        }
        case 'papers': {
          const { detail } = describeHomework('handIn', subject.todoId)
          const task = tasks.find(({ id }) => id === subject.todoId)
          return { label: t('papers'), detail, path: task && paths.papers(task.course_id, subject.todoId) }
        }
        case 'newHomework': {
          const { courseId, from } = subject
          return {
            label: t('newHomework'),
            detail: getClassTitle(courseId),
            path: paths.newHomework(courseId, { ...(from !== undefined && { from }) }),
          }
        }
        case 'homework': {
          const { courseId, homeworkId } = subject
          const { detail } = describeHomework('handIn', homeworkId)
          return { label: t('homework'), detail, path: paths.changeHomework(courseId, homeworkId) }
        }
        case 'coverSheet': {
          const { date } = subject
          return {
            label: t('coverSheet', { day: format.day(date) }),
            detail: undefined,
            path: paths.coverSheet({ date }),
          }
        }
        case 'newChat':
          return { label: t('newChat'), detail: undefined, path: paths.newChat({ draft: subject.draft }) }
        default:
          return otherDescription
      }
    },
  }
}

function getUploadName({ input, base }: Write): string | undefined {
  const { body } = isRecord(input) ? input : {}
  const [name] = [body, base].flatMap(part =>
    isRecord(part) && typeof part.name === 'string' ? part.name : [],
  )
  return name
}

function getText({ input }: Write): string | undefined {
  const { body } = isRecord(input) ? input : {}
  return isRecord(body) && typeof body.text === 'string' ? getAnswer(body.text) || undefined : undefined
}

/**
 * Lanes are named by the write kinds: `correction/5/17`, `hand-in/5`, `chat/3`, `chat-people/3/17`,
 * `cover/2026-11-18/3/todo_id.5`, `upload/1/<id>`.
 */
type LaneSubject =
  | { kind: 'homework'; todoId: number; userId: number | undefined }
  | { kind: 'chat'; chatId: number }
  | { kind: 'chatPerson'; chatId: number }
  | { kind: 'coverGrant'; date: string }
  | { kind: 'upload'; courseId: number }

export function parseLane(lane: string): LaneSubject | undefined {
  const [, chat] = /^chat\/(\d+)$/.exec(lane) ?? []
  if (chat !== undefined) return { kind: 'chat', chatId: Number(chat) }
  const [, peopleChat] = /^chat-people\/(\d+)\//.exec(lane) ?? []
  if (peopleChat !== undefined) return { kind: 'chatPerson', chatId: Number(peopleChat) }
  const [, date] = /^cover\/(\d{4}-\d{2}-\d{2})\//.exec(lane) ?? []
  if (date !== undefined) return { kind: 'coverGrant', date }
  const [, course] = /^upload\/(\d+)\//.exec(lane) ?? []
  if (course !== undefined) return { kind: 'upload', courseId: Number(course) }
  const [, todo, user] =
    /^(?:correction\/(\d+)\/(\d+)|hand-in\/(\d+)(?:\/.*)?)$/.exec(lane)?.filter(Boolean) ?? []
  return todo === undefined
    ? undefined
    : { kind: 'homework', todoId: Number(todo), userId: user === undefined ? undefined : Number(user) }
}

type DraftSubject =
  | { kind: 'message' | 'poll'; chatId: number }
  | { kind: 'correction'; todoId: number; userId: number }
  | { kind: 'handIn' | 'pointsScheme' | 'papers'; todoId: number }
  | { kind: 'newHomework'; courseId: number; from?: string }
  | { kind: 'homework'; courseId: number; homeworkId: number }
  | { kind: 'newChat'; draft: string }
  | { kind: 'coverSheet'; date: string }

/** The kinds are named as text, so that this needs no code of their screens. */
export function parseDraftKey({ kind, key }: DraftName): DraftSubject | undefined {
  if (kind === 'newChat') return { kind, draft: key }
  if (kind === 'coverSheet') return /^\d{4}-\d{2}-\d{2}$/.test(key) ? { kind, date: key } : undefined
  const [, first = '', second, from] = /^([1-9]\d*)(?:\/([1-9]\d*|new)(?:\/([1-9]\d*))?)?$/.exec(key) ?? []
  const isReuse = kind === 'homework' && second === 'new'
  if (first === '' || (from !== undefined && !isReuse)) return undefined
  const id = Number(first)
  if (second === undefined) {
    if (kind === 'chatDraft') return { kind: 'message', chatId: id }
    if (kind === 'pollDraft') return { kind: 'poll', chatId: id }
    const isOfHomework = kind === 'handIn' || kind === 'pointsScheme' || kind === 'papers'
    return isOfHomework ? { kind, todoId: id } : undefined
  }
  if (kind === 'homework') {
    return second === 'new'
      ? { kind: 'newHomework', courseId: id, ...(from !== undefined && { from }) }
      : { kind: 'homework', courseId: id, homeworkId: Number(second) }
  }
  if (kind !== 'correction' || second === 'new') return undefined
  return { kind: 'correction', todoId: id, userId: Number(second) }
}
