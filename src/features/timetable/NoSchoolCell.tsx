import { useT } from '../../i18n/useT.ts'
import { Tag } from '../../ui/Tag.tsx'
import type { Changes } from './changes.ts'
import styles from './WeekGrid.module.css'
import type { WeekColumn } from './weekModel.ts'

type NoSchoolCellProps = { column: WeekColumn; span: number; changes: Changes | undefined }

/** A day without school: one cell over all hours, with the reason where the service gives one. */
export function NoSchoolCell({ column, span, changes }: NoSchoolCellProps) {
  const t = useT('timetable')
  return (
    <td className={styles.noSchool} rowSpan={span}>
      <div>
        <p className={styles.title}>{t('noSchool')}</p>
        {column.reason && <p className={styles.reason}>{column.reason}</p>}
        {changes?.keys.has(column.date) && <Tag kind="changed" text={t('changed')} inCell />}
      </div>
    </td>
  )
}
