import type { CSSProperties } from 'react'
import type { Homework } from '../../../contract/homework.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { useNow, useSchoolTime } from '../../../ui/SchoolTime.tsx'
import { Formatted } from '../../../ui/viewer/Formatted.tsx'
import styles from './Task.module.css'
import { dueSentence } from './taskTimes.ts'
import type { Subject } from './useSubject.ts'

/** What is to be done, by when, and what else is written to it. */
export function TaskText({ task, subject }: { task: Homework; subject: Subject | undefined }) {
  const t = useT('task')
  const format = useFormat()
  const now = useNow()
  const { timeZone } = useSchoolTime()
  const { points } = task
  return (
    <>
      <header className={styles.head} style={{ '--subject': subject?.colour } as CSSProperties}>
        <h2 className={styles.title} dir="auto">
          {task.text}
        </h2>
        <p className={styles.facts}>
          <span>{dueSentence(task.until_datetime, { t, format, timeZone, now })}</span>
          {typeof points === 'number' && (
            <span>{t('maximum', { points, written: format.number(points) })}</span>
          )}
        </p>
      </header>
      {task.note?.trim() && (
        <div className={styles.note}>
          <Formatted html={task.note_formatted} text={task.note} />
        </div>
      )}
    </>
  )
}
