import { stateOf } from '../../../outbox/returned.ts'
import type { Write, WriteState } from '../../../outbox/Writes.ts'

/** What became of each pupil's correction among writes that were made together, in their order. */
export function groupResults(
  writes: readonly Pick<Write, 'lane' | 'state'>[],
  pupilOf: (lane: string) => number | undefined,
): { userId: number; state: WriteState }[] {
  return [...Map.groupBy(writes, ({ lane }) => lane)].flatMap(([lane, inLane]) => {
    const userId = pupilOf(lane)
    return userId === undefined ? [] : [{ userId, state: stateOf(inLane) ?? 'done' }]
  })
}
