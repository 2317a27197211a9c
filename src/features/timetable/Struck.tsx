import type { Changed } from './plannedLesson.ts'

/** A value as it holds; one that was replaced is struck out before it. */
export function Struck({ value }: { value: Changed }) {
  if (value.was === undefined) return value.now
  return (
    <>
      {value.was && <del>{value.was}</del>} <ins>{value.now}</ins>
    </>
  )
}
