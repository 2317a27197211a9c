import type { CSSProperties, ReactNode } from 'react'
import type { Lesson } from '../../contract/lessons.ts'
import { useT } from '../../i18n/useT.ts'
import { subjectColour } from '../../lib/subjectColour.ts'
import { harmlessName } from '../../ui/harmlessName.ts'
import styles from './Subject.module.css'

/** What the school says of a subject. */
export function SubjectFacts({ subject }: { subject: Lesson }) {
  const t = useT('subject')
  const { id, name, short, teacher, room, rooms, note, color } = subject
  const others = [...new Set(Object.values(rooms).map(other => other.trim()))].filter(
    other => other !== '' && other !== room.trim(),
  )
  return (
    <header className={styles.head} style={{ '--subject': subjectColour(id, color) } as CSSProperties}>
      <h2 dir="auto">{harmlessName(name.trim()) || t('number', { id: String(id) })}</h2>
      <dl className={styles.facts}>
        {short.trim() && short !== name && <Fact name={t('facts.short')}>{short}</Fact>}
        <Fact name={t('facts.teacher')}>{teacher.trim() || t('facts.none')}</Fact>
        <Fact name={t('facts.room')}>{room.trim() || t('facts.none')}</Fact>
        {others.length > 0 && <Fact name={t('facts.otherRooms')}>{others.join(', ')}</Fact>}
        <Fact name={t('facts.grading')}>{t(subject.is_gradable ? 'facts.graded' : 'facts.notGraded')}</Fact>
        {subject.is_timetable_only && <Fact name={t('facts.listed')}>{t('facts.timetableOnly')}</Fact>}
        {note?.trim() && <Fact name={t('facts.note')}>{note.trim()}</Fact>}
      </dl>
    </header>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </>
  )
}
