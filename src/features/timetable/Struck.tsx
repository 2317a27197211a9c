import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import type { Changed } from './plannedLesson.ts'

/** A value as it holds; one that was replaced is struck out before it, and said as such (`insteadOf`). */
export function Struck({ value, insteadOf }: { value: Changed; insteadOf: string }) {
  if (value.was === undefined) return value.now
  return (
    <>
      {value.was && (
        <>
          <VisuallyHidden>{insteadOf}</VisuallyHidden> <del>{value.was}</del>
        </>
      )}{' '}
      <ins>{value.now}</ins>
    </>
  )
}
