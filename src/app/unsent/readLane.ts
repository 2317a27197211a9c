/**
 * What a lane of the outbox is about, as the kinds of writes name theirs: `correction/5/17`, `hand-in/5`, `chat/3`,
 * `upload/1/<id>`.
 */
export type LaneSubject =
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
