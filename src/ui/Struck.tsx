import { VisuallyHidden } from '@mantine/core'

type StruckProps = {
  /** `was`: what it replaced. */
  value: { now: string; was?: string }
  insteadOf: string
}

/** A value as it holds; one that was replaced is struck out before it, and said as such (`insteadOf`). */
export function Struck({ value, insteadOf }: StruckProps) {
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
