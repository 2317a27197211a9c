import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { keyOf, query } from '../../api/cache/query.ts'
import { chats } from '../../contract/chats.ts'
import { courses } from '../../contract/courses.ts'
import { homework } from '../../contract/homework.ts'
import { submissions } from '../../contract/submissions.ts'
import { useT } from '../../i18n/useT.ts'
import { isRecord } from '../../lib/isRecord.ts'
import type { DraftName } from '../../outbox/drafts/Drafts.ts'
import type { Write } from '../../outbox/queue/Writes.ts'
import { paths } from '../../paths.ts'
import { harmlessName } from '../../ui/harmlessName.ts'
import { classTitle, useClasses } from '../shell/useClasses.ts'

/** Description of an entry or a draft, the homework it belongs to or its text, and the address where it was written. */
export type Written = { what: string; about: string | undefined; to: string | undefined }

const homeworkKinds = ['correction', 'correctionFile', 'handIn', 'submissionFile'] as const
type HomeworkKind = (typeof homeworkKinds)[number]
type ChatKind = 'message' | 'messageFile' | 'poll'

/**
 * Returns functions that name an entry of the outbox and a draft. Both contain IDs only, so the names come from lists of
 * the service. A name that is not loaded is replaced by the ID.
 */
export function useWhatWasWritten() {
  const t = useT('unsent')
  const shell = useT('shell')
  const cache = useQueryClient()
  const { list } = useClasses()
  const chatRows = useQuery(query(chats.list, {})).data?.rows
  const tasks = useQueries({
    queries: list.map(({ id }) => query(homework.list, { course_id: id })),
    combine: answers => answers.flatMap(({ data }) => data?.rows ?? []),
  })
  const members = useQueries({
    queries: list.map(({ id }) => query(courses.members, { course_id: id })),
    combine: answers => answers.flatMap(({ data }) => data?.rows ?? []),
  })
  const nameOfPupil = (todo_id: number, userId: number) =>
    members.find(({ id }) => id === userId)?.name ??
    cache.getQueryData(keyOf(submissions.list, { todo_id }))?.rows.find(({ user }) => user.id === userId)
      ?.user.name ??
    t('pupilNumber', { id: String(userId) })
  const nameOfChat = (chat_id: number) =>
    (chatRows?.find(({ id }) => id === chat_id) ?? cache.getQueryData(keyOf(chats.get, { chat_id })))?.name ||
    t('chatNumber', { id: String(chat_id) })
  const nameOfClass = (courseId: number) => {
    const known = list.find(({ id }) => id === courseId)
    return known && classTitle(known, shell).title
  }

  const inChat = (kind: ChatKind, chatId: number): Written => ({
    what: t(kind, { chat: harmlessName(nameOfChat(chatId)) }),
    about: undefined,
    to: paths.chat(chatId),
  })
  const ofHomework = (kind: HomeworkKind, todoId: number, userId?: number): Written => {
    const task = tasks.find(({ id }) => id === todoId)
    return {
      what: t(kind, { pupil: userId === undefined ? '' : harmlessName(nameOfPupil(todoId, userId)) }),
      about: task?.text ?? t('homeworkNumber', { id: String(todoId) }),
      to:
        task &&
        (userId === undefined
          ? paths.task(task.course_id, todoId)
          : paths.desk(task.course_id, todoId, userId)),
    }
  }
  const other: Written = { what: t('other'), about: undefined, to: undefined }

  return {
    write(write: Write): Written {
      const subject = readLane(write.lane)
      if (subject?.of === 'chat') {
        const kind = write.kind === 'messageFile' ? 'messageFile' : 'message'
        return { ...inChat(kind, subject.chatId), about: textOf(write) }
      }
      if (subject?.of === 'upload') {
        const name = uploadedName(write)
        const what = name === undefined ? t('upload') : t('uploadOf', { name: harmlessName(name) })
        const about = list.find(({ id }) => id === subject.courseId)?.name
        return { what, about, to: paths.files(subject.courseId) }
      }
      const kind = homeworkKinds.find(each => each === write.kind)
      return subject && kind ? ofHomework(kind, subject.todoId, subject.userId) : other
    },
    draft(draft: DraftName): Written {
      const subject = readDraftKey(draft)
      switch (subject?.of) {
        case 'message':
        case 'poll':
          return inChat(subject.of, subject.chatId)
        case 'correction':
          return ofHomework('correction', subject.todoId, subject.userId)
        case 'handIn':
          return ofHomework('handIn', subject.todoId)
        case 'newHomework': {
          const { courseId } = subject
          return { what: t('newHomework'), about: nameOfClass(courseId), to: paths.newHomework(courseId) }
        }
        case 'homework': {
          const { courseId, homeworkId } = subject
          const { about } = ofHomework('handIn', homeworkId)
          return { what: t('homework'), about, to: paths.changeHomework(courseId, homeworkId) }
        }
        default:
          return other
      }
    },
  }
}

/** Returns the name of the uploaded file or folder, from the request body or the entry. */
function uploadedName({ input, opened }: Write): string | undefined {
  const { body } = isRecord(input) ? input : {}
  const [name] = [body, opened].flatMap(part =>
    isRecord(part) && typeof part.name === 'string' ? part.name : [],
  )
  return name
}

/** Returns the text of a message. */
function textOf({ input }: Write): string | undefined {
  const { body } = isRecord(input) ? input : {}
  return isRecord(body) && typeof body.text === 'string' && body.text !== '' ? body.text : undefined
}

/**
 * Subject of a lane of the outbox. Lanes are named by the write kinds: `correction/5/17`, `hand-in/5`, `chat/3`,
 * `upload/1/<id>`.
 */
type LaneSubject =
  | { of: 'homework'; todoId: number; userId: number | undefined }
  | { of: 'chat'; chatId: number }
  | { of: 'upload'; courseId: number }

export function readLane(lane: string): LaneSubject | undefined {
  const [, chat] = /^chat\/(\d+)$/.exec(lane) ?? []
  if (chat !== undefined) return { of: 'chat', chatId: Number(chat) }
  const [, course] = /^upload\/(\d+)\//.exec(lane) ?? []
  if (course !== undefined) return { of: 'upload', courseId: Number(course) }
  const [, todo, user] =
    /^(?:correction\/(\d+)\/(\d+)|hand-in\/(\d+)(?:\/.*)?)$/.exec(lane)?.filter(Boolean) ?? []
  return todo === undefined
    ? undefined
    : { of: 'homework', todoId: Number(todo), userId: user === undefined ? undefined : Number(user) }
}

/** Description of a draft. */
type DraftSubject =
  | { of: 'message' | 'poll'; chatId: number }
  | { of: 'correction'; todoId: number; userId: number }
  | { of: 'handIn'; todoId: number }
  | { of: 'newHomework'; courseId: number }
  | { of: 'homework'; courseId: number; homeworkId: number }

/** Reads the key of a draft. The kinds are named as text, so that this needs no code of their screens. */
export function readDraftKey({ kind, key }: DraftName): DraftSubject | undefined {
  const [, first = '', second] = /^([1-9]\d*)(?:\/([1-9]\d*|new))?$/.exec(key) ?? []
  if (first === '') return undefined
  const id = Number(first)
  if (second === undefined) {
    if (kind === 'chatDraft') return { of: 'message', chatId: id }
    if (kind === 'pollDraft') return { of: 'poll', chatId: id }
    return kind === 'handIn' ? { of: 'handIn', todoId: id } : undefined
  }
  if (kind === 'homework') {
    return second === 'new'
      ? { of: 'newHomework', courseId: id }
      : { of: 'homework', courseId: id, homeworkId: Number(second) }
  }
  if (kind !== 'correction' || second === 'new') return undefined
  return { of: 'correction', todoId: id, userId: Number(second) }
}
