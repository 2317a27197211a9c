import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { Homework } from '../../../contract/homework.ts'
import { type WorkState, workStates } from '../../../contract/workCounts.ts'
import type { Format } from '../../../i18n/formats.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { type T, useT } from '../../../i18n/useT.ts'
import { isPastDue } from '../../../lib/due.ts'
import { paths } from '../../../paths.ts'
import type { Column } from '../../../ui/list/DataTable.tsx'
import { StateBar, StateKey } from '../../../ui/StateBar.tsx'
import { PupilsButton } from '../pupils/PupilsButton.tsx'
import styles from './HomeworkList.module.css'
import type { HomeworkRow } from './homeworkGroups.ts'
import type { WorkCountsById } from './useWorkCounts.ts'

export type CountColumnsOptions = {
  courseId: number
  today: string
  /** In Unix ms. */
  now: number
  counts: WorkCountsById
  t: T<'homework'>
  format: Format
}

/** Columns of the rows whose submissions the user marks. */
export function countColumns({
  courseId,
  today,
  now,
  counts,
  t,
  format,
}: CountColumnsOptions): Column<HomeworkRow>[] {
  const countsOf = (row: HomeworkRow) => counts.get(row.homework.id)
  const pupilCount = getPupilCount(counts)
  return [
    {
      key: 'bar',
      header: pupilCount === undefined ? t('column.ofClass') : t('column.of', { count: pupilCount }),
      width: 'var(--bar-column)',
      className: styles.bar,
      cell: row => {
        const counted = countsOf(row)
        return counted && <StateBar numbers={workStates.map(state => counted[state])} />
      },
    },
    ...workStates.map(
      (state, index): Column<HomeworkRow> => ({
        key: state,
        header: (
          <>
            <StateKey index={index} />
            {t(`column.${state}`)}
          </>
        ),
        width: 'var(--number-column)',
        align: 'right',
        className: styles.number,
        cell: row => {
          const count = countsOf(row)?.[state]
          if (count === undefined) return null
          const isPast = isPastDue(row.due, { now, today })
          return <StateNumber homework={row.homework} state={state} count={count} isPastDue={isPast} />
        },
      }),
    ),
    {
      key: 'action',
      width: '5rem',
      className: styles.action,
      cell: row => {
        const toCorrect = countsOf(row)?.toCorrect ?? 0
        const { id, text } = row.homework
        return (
          toCorrect > 0 && (
            <Button
              component={Link}
              size="sm"
              to={paths.desk(courseId, id)}
              aria-label={t('correctSaid', { count: format.number(toCorrect), text: text.trim() })}
            >
              {t('correct')}
            </Button>
          )
        )
      },
    },
  ]
}

/** Returns the size of the class. Undefined if the rows disagree, because former pupils count, too. */
function getPupilCount(counts: WorkCountsById): number | undefined {
  const sizes = new Set([...counts.values()].map(({ of }) => of))
  return sizes.size === 1 ? [...sizes][0] : undefined
}

type StateNumberProps = { homework: Homework; state: WorkState; count: number; isPastDue: boolean }

/** Until the due time, no work is missing. */
function StateNumber({ homework, state, count, isPastDue }: StateNumberProps) {
  const t = useT('homework')
  const format = useFormat()
  const isNotYet = state === 'missing' && !isPastDue
  const phrase = t(isNotYet ? 'notYet' : state, { count: format.number(count) })
  const content = (
    <span data-quiet={isNotYet || count === 0}>
      <span className={styles.figure}>{format.number(count)}</span>
      <span className={styles.phrase}>{phrase}</span>
    </span>
  )
  if (count === 0) return content
  return (
    <PupilsButton homework={homework} step={state} label={phrase}>
      {content}
    </PupilsButton>
  )
}
