import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type CSSProperties, useRef, useState } from 'react'
import { Link } from 'react-router'
import { canCorrect, type Homework } from '../../../contract/homework.ts'
import type { Format } from '../../../i18n/formats.ts'
import { type T, useT } from '../../../i18n/useT.ts'
import type { Due } from '../../../lib/due.ts'
import type { MovedDue } from '../../../lib/savedNotice.ts'
import { subjectColour } from '../../../lib/subjectColour.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import { daysBetween } from '../../../lib/week.ts'
import { paths } from '../../../paths.ts'
import { lazyComponent } from '../../../ui/feedback/lazyComponent.tsx'
import type { Column } from '../../../ui/list/DataTable.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { DueWarning } from '../due/DueWarning.tsx'
import { type CountColumnsOptions, countColumns } from './countColumns.tsx'
import styles from './HomeworkList.module.css'
import type { HomeworkRow } from './homeworkGroups.ts'
import { ownStatusColumns } from './ownStatusColumns.tsx'
import type { OwnWork } from './useOwnWork.ts'

export const HomeworkRowMenu = lazyComponent(
  async () => (await import('./HomeworkRowMenu.tsx')).HomeworkRowMenu,
)

type ColumnsOptions = CountColumnsOptions & {
  /** Only for pupils. */
  ownWork: OwnWork | undefined
  hasCounts: boolean
  hasMenus: boolean
  maySetHomework: boolean
  listState: { list: string }
  /** Undefined if the service has a list of homework. */
  onForget: ((id: number) => void) | undefined
  /** Called with a message after the due date of a row was moved. */
  onDueMoved: (id: number, message: string, moved: MovedDue) => void
}

export function homeworkColumns(options: ColumnsOptions): Column<HomeworkRow>[] {
  const { courseId, today, ownWork, hasCounts, hasMenus, onDueMoved, t, format } = options
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
      cell: row => {
        const { homework, due, isCorrectable } = row
        return (
          <>
            <div className={styles.taskText}>
              <Link
                data-open
                to={isCorrectable ? paths.desk(courseId, homework.id) : paths.task(courseId, homework.id)}
              >
                <bdi>{homework.text.trim()}</bdi>
              </Link>
              {ownWork?.isNew(row) && <Tag kind="changed" text={t('newTag')} />}
            </div>
            {due.day >= today && (
              <DueWarning
                homework={homework}
                onMoved={({ message, moved }) => onDueMoved(homework.id, message, moved)}
              />
            )}
          </>
        )
      },
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

/** Whether the menu of a row has actions that depend on the homework. */
export const mayChangeOrCorrect = (homework: Homework): boolean => homework.can_edit || canCorrect(homework)

type MenuButtonProps = Pick<ColumnsOptions, 'courseId' | 'maySetHomework' | 'listState' | 'onForget'> & {
  row: HomeworkRow
}

function MenuButton({ row: { homework }, courseId, maySetHomework, listState, onForget }: MenuButtonProps) {
  const t = useT('homework')
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  if (!mayChangeOrCorrect(homework) && !maySetHomework && !onForget) return null
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

/** `Tomorrow 08:00`, `Thu 12 Nov`, or `12 Nov 2025` for another year. */
function formatDue(due: Due, today: string, t: T<'homework'>, format: Format): string {
  const { day, time = '' } = due
  if (due.at === Number.POSITIVE_INFINITY) return t('due.unknown')
  const days = daysBetween(today, day)
  const relativeDay = days === 0 ? 'today' : days === 1 ? 'tomorrow' : days === -1 ? 'yesterday' : undefined
  if (relativeDay) return t(`due.${relativeDay}`, { time }).trim()
  return day.slice(0, 4) === today.slice(0, 4) ? format.day(day) : format.date(due.at)
}

/** `Monday 16 November 2026, 16:00`, for the tooltip and for screen readers. */
function formatFullDue(due: Due, t: T<'homework'>, format: Format): string {
  if (due.at === Number.POSITIVE_INFINITY) return t('due.unknown')
  const day = format.fullDay(due.day)
  return due.time === undefined ? day : t('due.exact', { day, time: due.time })
}
