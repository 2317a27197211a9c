import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { Link } from 'react-router'
import type { Homework } from '../../../contract/homework.ts'
import type { Format } from '../../../i18n/formats.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { type T, useT } from '../../../i18n/useT.ts'
import { isPastDue } from '../../../lib/due.ts'
import { paths } from '../../../paths.ts'
import { FunnelBar, FunnelKey } from '../../../ui/FunnelBar.tsx'
import type { Column } from '../../../ui/list/DataTable.tsx'
import { countMissing } from '../progress/correctionProgress.ts'
import { PupilsButton } from '../pupils/PupilsButton.tsx'
import type { Reminders } from '../reminders/reminders.ts'
import styles from './HomeworkList.module.css'
import type { HomeworkRow } from './homeworkGroups.ts'
import type { FunnelState, Funnels } from './useFunnels.ts'

type Translate = T<'homework'>

const steps = [
  ['seen', 1],
  ['handedIn', 2],
  ['corrected', 3],
] as const

type Step = (typeof steps)[number][0]

export type CountColumnsOptions = {
  courseId: number
  today: string
  /** In Unix ms. */
  now: number
  funnels: Funnels
  reminders: Reminders
  /** Undefined if unknown. */
  pupilCount: number | undefined
  t: Translate
  format: Format
}

/** Columns of the rows whose submissions the user marks. */
export function countColumns(options: CountColumnsOptions): Column<HomeworkRow>[] {
  const { courseId, funnels, pupilCount, t, format } = options
  const funnelOf = (row: HomeworkRow) => funnels.get(row.homework.id)
  return [
    {
      key: 'funnel',
      header: pupilCount === undefined ? t('column.ofClass') : t('column.of', { count: pupilCount }),
      width: 'var(--bar-column)',
      className: styles.funnel,
      cell: row => row.isCorrectable && <ProgressBar funnel={funnelOf(row)} />,
    },
    ...steps.map(
      ([step, stepNumber]): Column<HomeworkRow> => ({
        key: step,
        header: (
          <>
            <FunnelKey step={stepNumber} />
            {t(`column.${step}`)}
          </>
        ),
        width: 'var(--number-column)',
        align: 'right',
        className: styles.number,
        getTitle: row => (row.isCorrectable ? getStepTitle(funnelOf(row), step, t, format) : undefined),
        cell: row =>
          row.isCorrectable && <StepNumber homework={row.homework} funnel={funnelOf(row)} step={step} />,
      }),
    ),
    {
      key: 'missing',
      width: 'var(--missing-column)',
      align: 'right',
      className: styles.missing,
      cell: row => row.isCorrectable && <Missing row={row} funnel={funnelOf(row)} {...options} />,
    },
    {
      key: 'action',
      width: '7.25rem',
      className: styles.action,
      cell: row => {
        const funnel = funnelOf(row)
        const toCorrect = funnel && funnel !== 'failed' ? funnel.toCorrect : 0
        const { id, text } = row.homework
        return (
          toCorrect > 0 && (
            <Button
              component={Link}
              size="sm"
              to={paths.desk(courseId, id)}
              aria-label={t('correctSaid', { count: String(toCorrect), text: text.trim() })}
            >
              {t('correct')} <span className={styles.figure}>{format.number(toCorrect)}</span>
            </Button>
          )
        )
      },
    },
  ]
}

function getStepTitle(
  funnel: FunnelState | undefined,
  step: Step,
  t: Translate,
  format: Format,
): string | undefined {
  if (funnel === 'failed') return t('funnelFailed')
  const correctedWithoutHandIn = step === 'handedIn' ? (funnel?.withoutHandIn ?? 0) : 0
  return correctedWithoutHandIn > 0
    ? t('withoutHandIn', { count: format.number(correctedWithoutHandIn) })
    : undefined
}

type FunnelProps = { funnel: FunnelState | undefined }

function ProgressBar({ funnel }: FunnelProps) {
  const t = useT('homework')
  const loaded = funnel === 'failed' ? undefined : funnel
  return (
    <>
      <FunnelBar parts={loaded?.bar ?? []} />
      {!loaded && <VisuallyHidden>{funnel ? t('funnelFailed') : t('funnelWaits')}</VisuallyHidden>}
    </>
  )
}

type StepNumberProps = FunnelProps & { homework: Homework; step: Step }

function StepNumber({ homework, funnel, step }: StepNumberProps) {
  const t = useT('homework')
  const format = useFormat()
  if (funnel === 'failed') return <span aria-hidden>–</span>
  if (!funnel) return <Skeleton width="1.25rem" />
  const phrase = t(step, { count: format.number(funnel[step]) })
  const content = (
    <>
      <span className={styles.figure}>{format.number(funnel[step])}</span>
      <span className={styles.phrase}>{phrase}</span>
    </>
  )
  if (funnel[step] === 0) return content
  return (
    <PupilsButton homework={homework} step={step} label={phrase}>
      {content}
    </PupilsButton>
  )
}

type MissingProps = FunnelProps &
  Pick<CountColumnsOptions, 'reminders' | 'now' | 'today' | 't' | 'format'> & { row: HomeworkRow }

/** Shown only after the due time. Until then, no pupil is late. */
function Missing({ row, funnel, reminders, now, today, t, format }: MissingProps) {
  const { homework, due } = row
  const count = funnel && funnel !== 'failed' ? countMissing(funnel) : 0
  if (count === 0) return null
  const remindedAt = reminders.get(homework.id)
  const text = t('missing', { count: format.number(count) })
  return (
    <>
      {isPastDue(due, { now, today }) && (
        <PupilsButton homework={homework} step="missing" label={text}>
          {text}
        </PupilsButton>
      )}
      {remindedAt !== undefined && (
        <span className={styles.reminded} title={t('remindedHere')}>
          {t('reminded', { time: format.moment(remindedAt, now) })}
        </span>
      )}
    </>
  )
}
