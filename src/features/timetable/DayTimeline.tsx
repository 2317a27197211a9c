import { IconBan, IconInfoCircle } from '@tabler/icons-react'
import { type MouseEvent, useEffect, useRef } from 'react'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import type { Changes } from './changes.ts'
import { DayEntry } from './DayEntry.tsx'
import styles from './DayTimeline.module.css'
import type { TimelineSection } from './dayModel.ts'
import { remarkText } from './lessonWords.ts'
import type { Present } from './present.ts'

type DayTimelineProps = {
  sections: readonly TimelineSection[]
  present: Present
  changes: Changes | undefined
  openKey: string | undefined
  onOpen: (key: string) => void
}

/** One column running on over the days; opens with the present in sight. */
export function DayTimeline({ sections, present, changes, openKey, onOpen }: DayTimelineProps) {
  const root = useRef<HTMLDivElement>(null)
  const first = sections[0]?.date
  useEffect(() => {
    if (!first) return
    const now = root.current?.querySelector('[data-now]')
    // jsdom draws nothing and can't scroll.
    now?.scrollIntoView?.({ block: 'nearest' })
  }, [first])
  const open = (event: MouseEvent) => {
    if (!(event.target instanceof Element)) return
    const key = event.target.closest<HTMLElement>('[data-lesson]')?.dataset.lesson
    if (key) onOpen(key)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the listener serves the buttons inside.
    <div ref={root} className={styles.timeline} onClick={open}>
      {sections.map(section => (
        <DaySection
          key={section.date}
          section={section}
          present={present}
          changes={changes}
          openKey={openKey}
        />
      ))}
    </div>
  )
}

type DaySectionProps = Omit<DayTimelineProps, 'sections' | 'onOpen'> & { section: TimelineSection }

function DaySection({ section, present, changes, openKey }: DaySectionProps) {
  const t = useT('timetable')
  const format = useFormat()
  const { date, next } = section
  const isToday = date === present.day
  return (
    <section aria-labelledby={`day-${date}`} aria-current={isToday ? 'date' : undefined}>
      <h2 id={`day-${date}`} className={styles.heading}>
        <b>{format.weekday(date, 'long')}</b> <span>{format.dayAndMonth(date)}</span>
        {isToday && <span className={styles.today}>{t('today')}</span>}
      </h2>
      {section.remarks.map(remark => (
        <p key={JSON.stringify(remark)} className={styles.remark}>
          <IconInfoCircle aria-hidden />
          {remarkText(remark, t)}
        </p>
      ))}
      {section.slots.length > 0 ? (
        <ol>
          {section.slots.map(slot => (
            <DayEntry
              key={`${slot.key} ${slot.hour.start}`}
              date={date}
              slot={slot}
              present={present}
              changes={changes}
              openKey={openKey}
            />
          ))}
        </ol>
      ) : (
        <p className={styles.free}>
          <IconBan aria-hidden />
          <span>
            <b>{section.noSchool ? t('noSchool') : t('noLessons')}</b>
            <span>
              {section.reason && `${section.reason}${/[.!?]$/.test(section.reason) ? '' : '.'} `}
              {next &&
                t('nextLesson', {
                  day: format.day(next.date),
                  time: next.hour.start,
                  subject: next.subject.name,
                })}
            </span>
          </span>
        </p>
      )}
    </section>
  )
}
