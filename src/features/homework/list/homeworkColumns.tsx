import { Button, Skeleton, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type CSSProperties, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Format } from '../../../i18n/formats.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { type T, useT } from '../../../i18n/useT.ts'
import type { Due } from '../../../lib/due.ts'
import { subjectColour } from '../../../lib/subjectColour.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import { daysBetween } from '../../../lib/week.ts'
import { paths } from '../../../paths.ts'
import { FunnelBar, FunnelKey } from '../../../ui/FunnelBar.tsx'
import { lazyComponent } from '../../../ui/feedback/lazyComponent.tsx'
import type { Column } from '../../../ui/list/DataTable.tsx'
import styles from './HomeworkList.module.css'
import type { HomeworkRow } from './homeworkGroups.ts'
import { ownStatusColumns } from './ownStatusColumns.tsx'
import type { FunnelState, Funnels } from './useFunnels.ts'
import type { OwnWork } from './useOwnWork.ts'

export const HomeworkRowMenu = lazyComponent(
  async () => (await import('./HomeworkRowMenu.tsx')).HomeworkRowMenu,
)

type ColumnsOptions = {
  courseId: number
  today: string
  funnels: Funnels
  /** Only for pupils. */
  ownWork: OwnWork | undefined
  /** Undefined if unknown. */
  pupilCount: number | undefined
  hasCounts: boolean
  hasMenus: boolean
  maySetHomework: boolean
  listState: { list: string }
  /** Undefined if the service has a list of homework. */
  onForget: ((id: number) => void) | undefined
  t: Translate
  format: Format
}

export function homeworkColumns(options: ColumnsOptions): Column<HomeworkRow>[] {
  const { courseId, today, ownWork, hasCounts, hasMenus, t, format } = options
  return [
    {
      key: 'subject',
      width: 'var(--subject-column)',
      className: styles.subject,
      cell: ({ subject }) => (
        <span
          className={styles.subjectName}
          style={{ '--subject': subjectColour(subject.id, subject.color) } as CSSProperties}
        >
          {subject.name || t('subjectNumber', { id: String(subject.id) })}
        </span>
      ),
    },
    {
      key: 'task',
      isRowHeader: true,
      className: styles.task,
      cell: ({ homework: { id, text }, isCorrectable }) => (
        <Link data-open to={isCorrectable ? paths.desk(courseId, id) : paths.task(courseId, id)}>
          <bdi>{text.trim()}</bdi>
        </Link>
      ),
    },
    {
      key: 'due',
      header: t('column.due'),
      width: 'var(--due-column)',
      className: styles.due,
      getTitle: ({ due }) => formatFullDue(due, t, format),
      cell: ({ due }) => (
        <>
          <span aria-hidden>{formatDue(due, today, t, format)}</span>
          <VisuallyHidden>{formatFullDue(due, t, format)}</VisuallyHidden>
        </>
      ),
    },
    ...(hasCounts ? countColumns(options) : []),
    ...(ownWork?.groups ? ownStatusColumns(courseId, ownWork.getStatus) : []),
    ...(hasMenus
      ? [
          {
            key: 'menu',
            width: '2.25rem',
            className: styles.menu,
            cell: (row: HomeworkRow) => <MenuButton row={row} {...options} />,
          },
        ]
      : []),
  ]
}

const steps = [
  ['seen', 1],
  ['handedIn', 2],
  ['corrected', 3],
] as const

type Step = (typeof steps)[number][0]

function countColumns({ courseId, funnels, pupilCount, t, format }: ColumnsOptions): Column<HomeworkRow>[] {
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
        cell: row => row.isCorrectable && <StepNumber funnel={funnelOf(row)} step={step} />,
      }),
    ),
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

type MenuButtonProps = Pick<ColumnsOptions, 'courseId' | 'maySetHomework' | 'listState' | 'onForget'> & {
  row: HomeworkRow
}

function MenuButton({ row: { homework }, courseId, maySetHomework, listState, onForget }: MenuButtonProps) {
  const t = useT('homework')
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  if (!homework.can_edit && !maySetHomework && !onForget) return null
  // A task may have thousands of characters.
  const label = t('menu.label', { text: truncateText(homework.text.trim(), 200, '…') })
  return (
    <>
      <UnstyledButton
        ref={button}
        className={styles.menuButton}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        onClick={() => setIsOpen(!isOpen)}
        onPointerEnter={HomeworkRowMenu.preload}
        onFocus={HomeworkRowMenu.preload}
      >
        <IconDots aria-hidden />
      </UnstyledButton>
      {isOpen && (
        <HomeworkRowMenu
          homework={homework}
          courseId={courseId}
          label={label}
          canUseAgain={maySetHomework}
          listState={listState}
          anchor={() => button.current}
          close={() => {
            setIsOpen(false)
            button.current?.focus()
          }}
          onForget={onForget}
        />
      )}
    </>
  )
}

type Translate = T<'homework'>

/** `Tomorrow 08:00`, `Thu 12 Nov`, or `12 Nov 2025` for another year. */
function formatDue(due: Due, today: string, t: Translate, format: Format): string {
  const { day, time = '' } = due
  if (due.at === Number.POSITIVE_INFINITY) return t('due.unknown')
  const days = daysBetween(today, day)
  const relativeDay = days === 0 ? 'today' : days === 1 ? 'tomorrow' : days === -1 ? 'yesterday' : undefined
  if (relativeDay) return t(`due.${relativeDay}`, { time }).trim()
  return day.slice(0, 4) === today.slice(0, 4) ? format.day(day) : format.date(due.at)
}

/** `Monday 16 November 2026, 16:00`, for the tooltip and for screen readers. */
function formatFullDue(due: Due, t: Translate, format: Format): string {
  if (due.at === Number.POSITIVE_INFINITY) return t('due.unknown')
  const day = format.fullDay(due.day)
  return due.time === undefined ? day : t('due.exact', { day, time: due.time })
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

function StepNumber({ funnel, step }: FunnelProps & { step: Step }) {
  const t = useT('homework')
  const format = useFormat()
  if (funnel === 'failed') return <span aria-hidden>–</span>
  if (!funnel) return <Skeleton width="1.25rem" />
  return (
    <>
      <span className={styles.figure}>{format.number(funnel[step])}</span>
      <span className={styles.phrase}>{t(step, { count: format.number(funnel[step]) })}</span>
    </>
  )
}
