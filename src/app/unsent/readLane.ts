/** What a lane of the outbox is about, as the kinds of writes name theirs: `correction/5/17`, `hand-in/5`. */
export type LaneSubject = { todoId: number; userId: number | undefined }

export function readLane(lane: string): LaneSubject | undefined {
  const [, todo, user] =
    /^(?:correction\/(\d+)\/(\d+)|hand-in\/(\d+)(?:\/.*)?)$/.exec(lane)?.filter(Boolean) ?? []
  return todo === undefined
    ? undefined
    : { todoId: Number(todo), userId: user === undefined ? undefined : Number(user) }
}
