import { Box } from '@mantine/core'
import { useT } from '../../i18n/useT.ts'
import { Tag } from '../../ui/Tag.tsx'
import type { Changes } from './changes.ts'
import { DueOnFreeDay } from './DueOnFreeDay.tsx'
import type { LessonMark } from './lessonMarks.ts'
import styles from './WeekGrid.module.css'
import type { WeekColumn } from './weekModel.ts'

type NoSchoolCellProps = {
  column: WeekColumn
  span: number
  changes: Changes | undefined
  mark: LessonMark | undefined
}

export function NoSchoolCell({ column, span, changes, mark }: NoSchoolCellProps) {
  const t = useT('timetable')
  return (
    <td className={styles.noSchool} rowSpan={span}>
      <div>
        <p>
          <b>{t('noSchool')}</b>
        </p>
        {column.reason && (
          <Box component="p" fz="sm" lh="sm" c="dimmed" style={{ hyphens: 'auto', overflowWrap: 'anywhere' }}>
            {column.reason}
          </Box>
        )}
        {mark && <DueOnFreeDay mark={mark} />}
        {changes?.keys.has(column.date) && <Tag kind="changed" text={t('changed')} inCell />}
      </div>
    </td>
  )
}
