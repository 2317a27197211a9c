import { useQueries, useQueryClient } from '@tanstack/react-query'
import { keyOf, query } from '../../api/cache/query.ts'
import { chats } from '../../contract/chats.ts'
import { homework } from '../../contract/homework.ts'
import { submissions } from '../../contract/submissions.ts'
import { useT } from '../../i18n/useT.ts'
import { isRecord } from '../../lib/isRecord.ts'
import type { Write } from '../../outbox/queue/Writes.ts'
import { paths } from '../../paths.ts'
import { harmlessName } from '../../ui/harmlessName.ts'
import { useClasses } from '../shell/useClasses.ts'

/** Description of a write, the homework it belongs to or its text, and the address where it was written. */
export type Written = { what: string; about: string | undefined; to: string | undefined }

const kinds = ['correction', 'correctionFile', 'handIn', 'submissionFile'] as const
const isKind = (name: string): name is (typeof kinds)[number] => kinds.some(kind => kind === name)
const unknown = { about: undefined, to: undefined }

/**
 * Returns a function that describes a write. A write contains only IDs. Names come from the cache, and homework from
 * the lists of all classes.
 */
export function useWhatWasWritten(): (write: Write) => Written {
  const t = useT('unsent')
  const cache = useQueryClient()
  const { list } = useClasses()
  const tasks = useQueries({
    queries: list.map(({ id }) => query(homework.list, { course_id: id })),
    combine: answers => answers.flatMap(({ data }) => data?.rows ?? []),
  })
  const nameOf = (todo_id: number, userId: number) =>
    cache.getQueryData(keyOf(submissions.list, { todo_id }))?.rows.find(({ user }) => user.id === userId)
      ?.user.name ?? t('pupilNumber', { id: String(userId) })

  const nameOfChat = (chat_id: number) =>
    (
      cache.getQueryData(keyOf(chats.list, {}))?.rows.find(({ id }) => id === chat_id) ??
      cache.getQueryData(keyOf(chats.get, { chat_id }))
    )?.name || t('chatNumber', { id: String(chat_id) })

  return write => {
    const subject = readLane(write.lane)
    if (subject?.of === 'chat') {
      const what = t(write.kind === 'messageFile' ? 'messageFile' : 'message', {
        chat: harmlessName(nameOfChat(subject.chatId)),
      })
      return { what, about: textOf(write), to: paths.chat(subject.chatId) }
    }
    if (subject?.of === 'upload') {
      const name = uploadedName(write)
      const what = name === undefined ? t('upload') : t('uploadOf', { name: harmlessName(name) })
      const about = list.find(({ id }) => id === subject.courseId)?.name
      return { what, about, to: paths.files(subject.courseId) }
    }
    if (!subject || !isKind(write.kind)) return { what: t('other'), ...unknown }
    const { todoId, userId } = subject
    const task = tasks.find(({ id }) => id === todoId)
    const pupil = userId === undefined ? '' : nameOf(todoId, userId)
    return {
      what: t(write.kind, { pupil }),
      about: task?.text ?? t('homeworkNumber', { id: String(todoId) }),
      to:
        task &&
        (userId === undefined
          ? paths.task(task.course_id, todoId)
          : paths.desk(task.course_id, todoId, userId)),
    }
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
