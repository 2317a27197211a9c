import { IconKey, IconPencil, IconX } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { Link, useLocation } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { subjectColour } from '../../../lib/subjectColour.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { dueWords, exactDue } from './dueWords.ts'
import { FunnelCells } from './FunnelCells.tsx'
import styles from './HomeworkTable.module.css'
import type { HomeworkRow } from './homeworkRows.ts'
import type { FunnelState } from './useFunnels.ts'

type HomeworkTableRowProps = {
  row: HomeworkRow
  courseId: number
  today: string
  funnel: FunnelState | undefined
  /** Whether the table has the columns for the funnel. */
  counts: boolean
  fromList: { list: string }
  /** Takes it off a list of remembered numbers; missing where the service keeps the list. */
  onForget: ((id: number) => void) | undefined
}

/** One homework: opens the desk for who corrects it, the task for everybody else. */
export function HomeworkTableRow({
  row,
  courseId,
  today,
  funnel,
  counts,
  fromList,
  onForget,
}: HomeworkTableRowProps) {
  const t = useT('homework')
  const format = useFormat()
  const location = useLocation()
  const { homework, subject, due, correctable } = row
  const { id } = homework
  const exact = exactDue(due, t, format)
  const toCorrect = funnel && funnel !== 'failed' ? funnel.toCorrect : 0
  const text = homework.text.trim()
  return (
    <tr className={styles.row} data-homework={id}>
      <td
        className={styles.subject}
        style={{ '--subject': subjectColour(subject.id, subject.color) } as CSSProperties}
      >
        <span>{subject.name || t('subjectNumber', { id: String(subject.id) })}</span>
      </td>
      <th scope="row" className={styles.task}>
        <span>
          <Link data-open to={correctable ? paths.desk(courseId, id) : paths.task(courseId, id)}>
            <bdi>{text}</bdi>
          </Link>
          {homework.can_edit && (
            <Link
              className={styles.change}
              to={paths.changeHomework(courseId, id)}
              state={fromList}
              aria-label={t('changeSaid', { text })}
              title={t('form.changeTitle')}
            >
              <IconPencil aria-hidden />
            </Link>
          )}
          {homework.can_edit && (
            <Link
              className={styles.change}
              to={paths.withAccess(location, { field: 'todo_id', id })}
              state={{ keepsFocus: true }}
              aria-label={t('accessSaid', { text })}
              title={t('access')}
            >
              <IconKey aria-hidden />
            </Link>
          )}
          {onForget && (
            <button
              type="button"
              className={styles.change}
              aria-label={t('number.forgetSaid', { text })}
              title={t('number.forget')}
              onClick={() => onForget(id)}
            >
              <IconX aria-hidden />
            </button>
          )}
        </span>
      </th>
      <td className={styles.due} title={exact}>
        <span aria-hidden>{dueWords(due, today, t, format)}</span>
        <VisuallyHidden>{exact}</VisuallyHidden>
      </td>
      {counts && (correctable ? <FunnelCells funnel={funnel} /> : <td colSpan={4} className={styles.none} />)}
      {counts && (
        <td className={styles.action}>
          {toCorrect > 0 && (
            <Link
              className={buttonClass({ size: 'small' })}
              to={paths.desk(courseId, id)}
              aria-label={t('correctSaid', { count: String(toCorrect), text })}
            >
              {t('correct')} <span className={styles.figure}>{format.number(toCorrect)}</span>
            </Link>
          )}
        </td>
      )}
    </tr>
  )
}
