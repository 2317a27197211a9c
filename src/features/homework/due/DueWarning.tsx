import { type ReactNode, useState } from 'react'
import type { Homework } from '../../../contract/homework.ts'
import type { MovedDue } from '../../../lib/savedNotice.ts'
import { lazyComponent } from '../../../ui/feedback/lazyComponent.tsx'
import { useDueWarning } from './useDueWarning.ts'

const DueWarningLine = lazyComponent(
  async () => (await import('./DueWarningLine.tsx')).DueWarningLine,
  'dueLesson',
)

/** `notice` is the message with a button that moves the due date back. */
export type MoveResult = { message: string; moved: MovedDue; notice: ReactNode }

type DueWarningProps = {
  homework: Homework
  /** Called instead of showing the result here, where this component will be unmounted. */
  onMoved?: (result: MoveResult) => void
}

/** Warns those who can change homework that its due lesson does not take place. Offers the next lesson. */
export function DueWarning(props: DueWarningProps) {
  const { homework } = props
  const warning = useDueWarning(homework.course_id, homework, homework.can_edit)
  const [wasShown, setWasShown] = useState(false)
  if (warning && !wasShown) setWasShown(true)
  // Stays mounted without a warning, because it shows the result.
  return wasShown && <DueWarningLine {...props} warning={warning} />
}
