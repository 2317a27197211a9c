import type { Lesson } from '../../../contract/lessons.ts'
import type { Entry } from '../../../delivery/entries/Entry.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { toSchoolDay } from '../../../lib/schoolTime.ts'
import { VersionCompare } from '../../../ui/feedback/VersionCompare.tsx'
import { type HomeworkContent, homeworkDraft, type StoredHomework, toContent } from './homeworkDraft.ts'

type HomeworkConflictProps = {
  /** An entry in conflict, whose `remote` is a `StoredHomework`. */
  entry: Entry
  subjects: readonly Lesson[]
  /** Formats a number as the user types it. */
  formatPoints: (value: number) => string
}

/** The stored content and the content of the form, field by field. */
export function HomeworkConflict({ entry, subjects, formatPoints }: HomeworkConflictProps) {
  const remote = toContent(entry.remote as StoredHomework, formatPoints)
  const local = homeworkDraft.value.parse(entry.draft?.value)
  const t = useT('homework')
  const format = useFormat()
  const { clock, timeZone } = useSchoolTime()
  const today = toSchoolDay(clock(), timeZone)
  const fields: Record<keyof HomeworkContent, [label: string, toText: (content: HomeworkContent) => string]> =
    {
      lesson_id: [
        t('form.subject'),
        ({ lesson_id }) => subjects.find(({ id }) => id === lesson_id)?.name ?? '',
      ],
      text: [t('form.text'), ({ text }) => text],
      note: [t('form.note'), ({ note }) => note],
      due: [t('form.due'), ({ due }) => due && format.dayNear(due, today)],
      canHandIn: [
        t('form.handIn'),
        ({ canHandIn }) => t(`form.conflict.${canHandIn ? 'canHandIn' : 'cannotHandIn'}`),
      ],
      points: [t('form.points'), ({ points }) => points && t('form.conflict.pointsOf', { points })],
    }
  return (
    <VersionCompare
      reason={t('form.conflict.title')}
      fields={Object.values(fields).map(([label, toText]) => ({
        label,
        remote: toText(remote),
        local: toText(local),
      }))}
    />
  )
}
