import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useDueTexts } from '../due/useDueTexts.ts'
import type { DueWarning } from '../due/useDueWarning.ts'

type DueDayWarningProps = { warning: DueWarning; subject: string; onChange: (day: string) => void }

/** Warns that the chosen day has no lesson, and offers the next one. */
export function DueDayWarning({ warning, subject, onChange }: DueDayWarningProps) {
  const { formatWarning, formatMove } = useDueTexts()
  const { next } = warning
  return (
    <Notice
      tone="warn"
      role="status"
      {...(next && { action: { label: formatMove(next), run: () => onChange(next.day) } })}
    >
      {formatWarning(warning, subject)}
    </Notice>
  )
}
