import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type RefObject, useState } from 'react'
import type { Homework } from '../../../contract/homework.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { useViewerWords } from '../../../i18n/useViewerWords.ts'
import { Button } from '../../../ui/Button.tsx'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { useNow, useSchoolTime } from '../../../ui/SchoolTime.tsx'
import { Viewer } from '../../../ui/viewer/Viewer.tsx'
import type { ViewMemory } from '../../../ui/viewer/ViewMemory.ts'
import type { DeskFiles } from './deskFiles.ts'
import { handInFacts } from './handInFacts.ts'
import { handInSentence } from './handInSentence.ts'
import { PupilComment } from './PupilComment.tsx'
import styles from './PupilWork.module.css'
import type { placeOf } from './pupilSteps.ts'
import { useChanged } from './useChanged.ts'
import { filesOf } from './useDeskFiles.ts'

type PupilWorkProps = {
  homework: Homework
  place: NonNullable<ReturnType<typeof placeOf>>
  previous: (() => void) | undefined
  next: (() => void) | undefined
  views: ViewMemory
  load: DeskFiles['load']
  /** Opens the list where it has no column of its own. */
  choose: () => void
  /** The name, for whoever comes here by keyboard. */
  title: RefObject<HTMLHeadingElement | null>
}

/** Who it is, when they handed in, what they said and what they made. */
export function PupilWork({ homework, place, previous, next, views, load, choose, title }: PupilWorkProps) {
  const t = useT('desk')
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const now = useNow()
  const words = useViewerWords()
  const { pupil, position, of } = place
  const { submission } = pupil.entry
  const name = harmlessName(pupil.name)
  const facts = handInFacts(submission, homework.until_datetime, timeZone)
  const files = filesOf(pupil.entry)
  // Which file was open, by pupil: coming back shows what was left.
  const [opened, setOpened] = useState<ReadonlyMap<number, number>>(new Map())
  const changed = useChanged(pupil.entry)
  return (
    <section className={styles.work} aria-label={t('work.label', { name })}>
      <div className={styles.head}>
        <div className={styles.who}>
          <div className={styles.name}>
            <h2 ref={title} tabIndex={-1}>
              <bdi>{name}</bdi>
            </h2>
            <button
              type="button"
              className={styles.chooser}
              aria-label={t('list.choose')}
              aria-haspopup="dialog"
              onClick={choose}
            >
              <IconChevronDown aria-hidden />
            </button>
          </div>
          <p className={styles.facts}>{handInSentence(facts, { t, format, timeZone, now })}</p>
        </div>
        <div className={styles.steps}>
          <span className={styles.place}>{t('work.place', { position, total: of })}</span>
          <Button
            square
            aria-label={t('work.previous')}
            aria-keyshortcuts="k"
            aria-disabled={!previous}
            onClick={previous}
          >
            <IconChevronUp aria-hidden />
          </Button>
          <Button
            square
            aria-label={t('work.next')}
            aria-keyshortcuts="j"
            aria-disabled={!next}
            onClick={next}
          >
            <IconChevronDown aria-hidden />
          </Button>
        </div>
      </div>
      {/* The panel says it to whoever has begun to write. */}
      {changed && pupil.state !== 'draft' && (
        <div className={styles.notice}>
          <Notice tone="info" role="status">
            {t('work.handedInAgain', { name })}
          </Notice>
        </div>
      )}
      {submission.comment !== null && submission.comment.trim() !== '' && (
        <PupilComment
          key={pupil.id}
          label={t('work.comment', { name })}
          html={submission.comment_formatted}
          text={submission.comment}
        />
      )}
      {files.length > 0 ? (
        <Viewer
          files={files}
          shown={opened.get(pupil.id)}
          onShow={file => setOpened(new Map(opened).set(pupil.id, file))}
          load={load}
          words={words}
          views={views}
        />
      ) : (
        submission.is_submitted && <p className={styles.none}>{t('work.noFiles')}</p>
      )}
    </section>
  )
}
