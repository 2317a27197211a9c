import { ActionIcon, Group, Popover, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type CSSProperties, type FocusEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { Link, useParams } from 'react-router'
import type { ChangedValue, PlannedLesson } from '../../contract/lessons.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { subjectColour } from '../../lib/subjectColour.ts'
import { paths } from '../../paths.ts'
import { isComposing } from '../../ui/focus/isComposing.ts'
import { getPopoverPlacement } from '../../ui/layout/FloatMenu.tsx'
import { FloatTarget } from '../../ui/layout/FloatTarget.tsx'
import { useIsPhone } from '../../ui/layout/screenSize.ts'
import { getRow } from '../../ui/list/rows.ts'
import { ReplacedValue, Tag } from '../../ui/Tag.tsx'
import styles from './LessonCard.module.css'
import { LessonHomework } from './LessonHomework.tsx'
import { formatHour, formatPart, getChangeTag } from './lessonText.ts'

type LessonCardProps = {
  lesson: PlannedLesson
  /** All lessons of its day. */
  lessonsOfDay: readonly PlannedLesson[]
  next: PlannedLesson | undefined
  /** The next lesson for which homework can be set. */
  nextToSet: PlannedLesson | undefined
  isChanged: boolean
  getAnchor: () => HTMLElement | null
  /** `shouldFocusLesson`: false if the user moved on to something else. */
  onClose: (shouldFocusLesson: boolean) => void
}

export function LessonCard(props: LessonCardProps) {
  // Must be correct in the first render, because the focus moves into the card on mount.
  const isPhone = useIsPhone()
  if (isPhone) return <LessonDetails {...props} />
  return (
    <Popover
      opened
      position="right-start"
      width="24rem"
      {...getPopoverPlacement('left-start', 'bottom-start', 'top-start')}
      // The homework loads later and makes the card longer.
      preventPositionChangeWhenVisible={false}
      // In place, so that it follows its lesson in the tab order and scrolls with it.
      withinPortal={false}
      withRoles={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      classNames={{ dropdown: styles.float ?? '' }}
    >
      <Popover.Target refProp="setAnchor">
        <FloatTarget anchor={props.getAnchor} />
      </Popover.Target>
      <Popover.Dropdown>
        <LessonDetails {...props} />
      </Popover.Dropdown>
    </Popover>
  )
}

function LessonDetails(props: LessonCardProps) {
  const { lesson, lessonsOfDay, next, nextToSet, isChanged, getAnchor, onClose } = props
  const t = useT('timetable')
  const format = useFormat()
  const courseId = Number(useParams().courseId)
  const card = useRef<HTMLElement>(null)
  const { hour, subject } = lesson
  const isCancelled = lesson.change === 'cancelled'
  // Visible in the facts below.
  const isShownBelow =
    !isCancelled && (lesson.room.planned !== undefined || lesson.teacher.planned !== undefined)
  const extraTag = isShownBelow || lesson.change === 'note' ? undefined : getChangeTag(lesson, t)
  const hourText = formatHour(hour, t)
  const nextHourText = next && formatHour(next.hour, t)
  const getNextTexts = ({ subject: { name: subject }, date, hour: { start: time } }: PlannedLesson) => ({
    ...{ subject, time },
    day: format.day(date),
  })
  const times = { day: format.day(lesson.date), start: hour.start, end: hour.end }

  // Once per lesson, because `key` differs.
  useLayoutEffect(() => {
    if (card.current && getComputedStyle(card.current).position === 'fixed')
      getAnchor()?.scrollIntoView({ block: 'nearest' })
    card.current?.focus({ preventScroll: true })
  }, [getAnchor])

  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return
      event.preventDefault()
      onClose(true)
    }
    const closeOnPointerOutside = (event: PointerEvent) => {
      if (!isInCardOrLesson(event.target, card.current)) onClose(false)
    }
    document.addEventListener('keydown', closeOnEscape)
    document.addEventListener('pointerdown', closeOnPointerOutside)
    return () => {
      document.removeEventListener('keydown', closeOnEscape)
      document.removeEventListener('pointerdown', closeOnPointerOutside)
    }
  }, [onClose])

  const handleBlur = (event: FocusEvent) => {
    if (event.relatedTarget && !isInCardOrLesson(event.relatedTarget, card.current)) onClose(false)
  }

  return (
    <section
      ref={card}
      className={styles.card}
      style={{ '--subject': subjectColour(subject.id, subject.color) } as CSSProperties}
      role="dialog"
      aria-label={t('card.label', { subject: subject.name, day: times.day, hour: hourText || hour.start })}
      tabIndex={-1}
      onBlur={handleBlur}
    >
      <Group component="header" justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
        <div>
          <h2 className={styles.title}>
            <Link to={paths.subject(courseId, subject.id)}>{subject.name}</Link>
          </h2>
          <Text size="sm" c="dimmed" pl="md" style={{ fontVariantNumeric: 'tabular-nums' }}>
            {hourText ? t('card.when', { ...times, hour: hourText }) : t('card.whenTime', times)}
          </Text>
        </div>
        <ActionIcon variant="subtle" size="sm" aria-label={t('card.close')} onClick={() => onClose(true)}>
          <IconX aria-hidden />
        </ActionIcon>
      </Group>
      <dl className={styles.facts}>
        <dt>{t('card.teacher')}</dt>
        <dd>
          <ValueText value={lesson.teacher} isCancelled={isCancelled} />
          {lesson.teacher.planned !== undefined && !isCancelled && (
            <Tag kind="substituted" text={t(lesson.isSelfStudy ? 'selfStudy' : 'substitute')} />
          )}
        </dd>
        <dt>{t('card.room')}</dt>
        <dd>
          <ValueText value={lesson.room} isCancelled={isCancelled} />
          {lesson.room.planned !== undefined && !isCancelled && <Tag kind="moved" text={t('newRoom')} />}
        </dd>
        {lesson.notes.length > 0 && (
          <>
            <dt>{t('card.note')}</dt>
            <dd>
              {lesson.notes.map(note => (
                <p key={note}>{note}</p>
              ))}
            </dd>
          </>
        )}
      </dl>
      {lesson.parts?.map(part => (
        <Group component="p" key={formatPart(part, t)} mt="md">
          <Tag kind={part.kind} text={formatPart(part, t)} />
        </Group>
      ))}
      {(extraTag || isChanged) && (
        <Group component="p" gap="sm" mt="md">
          {extraTag && <Tag {...extraTag} />}
          {isChanged && <Tag kind="changed" text={t('changed')} />}
        </Group>
      )}
      <LessonHomework {...{ lesson, lessonsOfDay, next, nextToSet }} />
      {next && (
        <Text className={styles.ruled} size="xs" c="dimmed">
          {nextHourText
            ? t('card.next', { ...getNextTexts(next), hour: nextHourText })
            : t('card.nextTime', getNextTexts(next))}
        </Text>
      )}
    </section>
  )
}

function ValueText({ value, isCancelled }: { value: ChangedValue; isCancelled: boolean }) {
  const t = useT('timetable')
  if (isCancelled) return <del>{value.planned ?? value.current}</del>
  if (value.planned === undefined) return value.current || t('card.none')
  return (
    <span>
      <ReplacedValue value={value} insteadOf={t('insteadOf')} />
    </span>
  )
}

/** A click on another lesson replaces the card instead of closing it. */
const isInCardOrLesson = (target: EventTarget | null, card: HTMLElement | null) =>
  target instanceof Element && (card?.contains(target) || getRow(target, 'data-lesson') !== null)
