import { Button, Skeleton, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type CSSProperties, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Format } from '../../../i18n/formats.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { type T, useT } from '../../../i18n/useT.ts'
import { cutText } from '../../../lib/cutText.ts'
import type { Due } from '../../../lib/due.ts'
import { subjectColour } from '../../../lib/subjectColour.ts'
import { daysBetween } from '../../../lib/week.ts'
import { paths } from '../../../paths.ts'
import { FunnelBar } from '../../../ui/FunnelBar.tsx'
import { latePart } from '../../../ui/feedback/latePart.tsx'
import styles from './HomeworkList.module.css'
import type { HomeworkRow } from './homeworkGroups.ts'
import type { FunnelState } from './useFunnels.ts'

export const HomeworkRowMenu = latePart(async () => (await import('./HomeworkRowMenu.tsx')).HomeworkRowMenu)

type HomeworkTableRowProps = {
  row: HomeworkRow
  courseId: number
  today: string
  funnel: FunnelState | undefined
  /** Whether the table has the columns of the funnel. */
  counts: boolean
  /** Whether the table has the column of the menus. */
  hasMenus: boolean
  fromList: { list: string }
  /** Removes the homework from a list of remembered numbers. Missing if the service has a list. */
  onForget: ((id: number) => void) | undefined
}

/** Row of one homework. It opens the desk if the user corrects this homework, otherwise the task. */
export function HomeworkTableRow(props: HomeworkTableRowProps) {
  const { row, courseId, today, funnel, counts, hasMenus } = props
  const t = useT('homework')
  const format = useFormat()
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
        <Link data-open to={correctable ? paths.desk(courseId, id) : paths.task(courseId, id)}>
          <bdi>{text}</bdi>
        </Link>
      </th>
      <td className={styles.due} title={exact}>
        <span aria-hidden>{dueWords(due, today, t, format)}</span>
        <VisuallyHidden>{exact}</VisuallyHidden>
      </td>
      {counts && (correctable ? <FunnelCells funnel={funnel} /> : <td colSpan={4} className={styles.none} />)}
      {counts && (
        <td className={styles.action}>
          {toCorrect > 0 && (
            <Button
              component={Link}
              size="sm"
              to={paths.desk(courseId, id)}
              aria-label={t('correctSaid', { count: String(toCorrect), text })}
            >
              {t('correct')} <span className={styles.figure}>{format.number(toCorrect)}</span>
            </Button>
          )}
        </td>
      )}
      {hasMenus && (
        <td className={styles.menu}>
          <MenuButton {...props} />
        </td>
      )}
    </tr>
  )
}

/** Opens the menu of a row. Renders nothing if the row has no actions. */
function MenuButton({ row: { homework }, courseId, fromList, onForget }: HomeworkTableRowProps) {
  const t = useT('homework')
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  if (!homework.can_edit && !onForget) return null
  // A task may have thousands of characters.
  const label = t('menu.label', { text: cutText(homework.text.trim(), 200, '…') })
  return (
    <>
      <UnstyledButton
        ref={button}
        className={styles.menuButton}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        onClick={() => setIsOpen(!isOpen)}
        onPointerEnter={HomeworkRowMenu.fetchAhead}
        onFocus={HomeworkRowMenu.fetchAhead}
      >
        <IconDots aria-hidden />
      </UnstyledButton>
      {isOpen && (
        <HomeworkRowMenu
          homework={homework}
          courseId={courseId}
          label={label}
          fromList={fromList}
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

type Words = T<'homework'>

/** Returns the due time in short: `Tomorrow 08:00`, `Thu 12 Nov`, or `12 Nov 2025` for another year. */
function dueWords(due: Due, today: string, t: Words, format: Format): string {
  const { day, time = '' } = due
  if (due.at === Number.POSITIVE_INFINITY) return t('due.unknown')
  const days = daysBetween(today, day)
  const named = days === 0 ? 'today' : days === 1 ? 'tomorrow' : days === -1 ? 'yesterday' : undefined
  if (named) return t(`due.${named}`, { time }).trim()
  return day.slice(0, 4) === today.slice(0, 4) ? format.day(day) : format.date(due.at)
}

/** Returns the full due time for the tooltip and for screen readers: `Monday 16 November 2026, 16:00`. */
function exactDue(due: Due, t: Words, format: Format): string {
  if (due.at === Number.POSITIVE_INFINITY) return t('due.unknown')
  const day = format.fullDay(due.day)
  return due.time === undefined ? day : t('due.exact', { day, time: due.time })
}

const steps = ['seen', 'handedIn', 'corrected'] as const

/** Funnel of one homework as four cells. Placeholders keep the layout until it is loaded. */
function FunnelCells({ funnel }: { funnel: FunnelState | undefined }) {
  const t = useT('homework')
  const format = useFormat()
  const known = funnel === 'failed' ? undefined : funnel
  const titleOf = (step: (typeof steps)[number]) => {
    if (funnel === 'failed') return t('funnelFailed')
    const without = step === 'handedIn' ? (known?.withoutHandIn ?? 0) : 0
    return without > 0 ? t('withoutHandIn', { count: format.number(without) }) : undefined
  }
  return (
    <>
      <td className={styles.funnel}>
        <FunnelBar parts={known?.bar ?? []} />
        {!known && (
          <VisuallyHidden>{funnel === 'failed' ? t('funnelFailed') : t('funnelWaits')}</VisuallyHidden>
        )}
      </td>
      {steps.map(step => (
        <td key={step} className={styles.number} title={titleOf(step)}>
          {known ? (
            <>
              <span className={styles.figure}>{format.number(known[step])}</span>
              <span className={styles.phrase}>{t(step, { count: format.number(known[step]) })}</span>
            </>
          ) : funnel === 'failed' ? (
            <span aria-hidden>–</span>
          ) : (
            <Skeleton width="1.25rem" />
          )}
        </td>
      ))}
    </>
  )
}
