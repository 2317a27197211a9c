import { ActionIcon, Group, Text, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type RefObject, useId, useState } from 'react'
import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { useNow, useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { useViewerTexts } from '../../../i18n/useViewerTexts.ts'
import { toSchoolDay } from '../../../lib/schoolTime.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { FormattedText } from '../../../ui/viewer/FormattedText.tsx'
import { Viewer } from '../../../ui/viewer/Viewer.tsx'
import type { ViewMemory } from '../../../ui/viewer/ViewMemory.ts'
import { handInFacts } from '../times.ts'
import styles from './Desk.module.css'
import { type DeskFiles, filesOf } from './deskFiles.ts'
import type { findPupilPosition } from './pupilGroups.ts'

type PupilWorkProps = {
  homework: Homework
  place: NonNullable<ReturnType<typeof findPupilPosition>>
  previous: (() => void) | undefined
  next: (() => void) | undefined
  views: ViewMemory
  load: DeskFiles['load']
  /** Opens the list on windows without a column for it. */
  choose: () => void
  /** Heading with the name. It receives the focus when the keyboard user comes to another pupil. */
  title: RefObject<HTMLHeadingElement | null>
}

/** The work of one pupil: name, time of the submission, comment and files. */
export function PupilWork({ homework, place, previous, next, views, load, choose, title }: PupilWorkProps) {
  const t = useT('desk')
  const words = useViewerTexts()
  const { pupil, position, of } = place
  const { submission } = pupil.entry
  const name = sanitizeName(pupil.name)
  const when = useHandInSentence(homework, pupil.entry)
  const files = filesOf(pupil.entry)
  // Last open file by pupil, so that it is open again when the teacher comes back.
  const [opened, setOpened] = useState<ReadonlyMap<number, number>>(new Map())
  const changed = useChanged(pupil.entry)
  return (
    <section className={styles.pupilWork} aria-label={t('work.label', { name })}>
      <div className={styles.head}>
        <div className={styles.who}>
          <div>
            <h2 ref={title} tabIndex={-1}>
              <bdi translate="no">{name}</bdi>
            </h2>
            <UnstyledButton
              className={styles.chooser}
              aria-label={t('list.choose')}
              aria-haspopup="dialog"
              onClick={choose}
            >
              <IconChevronDown aria-hidden />
            </UnstyledButton>
          </div>
          <Text size="sm" c="dimmed">
            {when}
          </Text>
        </div>
        <Group gap="sm" wrap="nowrap">
          <Text className={styles.position} span size="sm" c="var(--text-3)">
            {t('work.place', { position, total: of })}
          </Text>
          <ActionIcon
            aria-label={t('work.previous')}
            aria-keyshortcuts="k"
            aria-disabled={!previous}
            onClick={previous}
          >
            <IconChevronUp aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label={t('work.next')} aria-keyshortcuts="j" aria-disabled={!next} onClick={next}>
            <IconChevronDown aria-hidden />
          </ActionIcon>
        </Group>
      </div>
      {/* With a draft, the correction panel shows this message. */}
      {changed && pupil.state !== 'draft' && (
        <div className={styles.said}>
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
          shownId={opened.get(pupil.id)}
          onShow={file => setOpened(new Map(opened).set(pupil.id, file))}
          load={load}
          texts={words}
          views={views}
        />
      ) : (
        submission.is_submitted && <p className={styles.noFiles}>{t('work.noFiles')}</p>
      )}
    </section>
  )
}

/**
 * Whether the pupil handed in again since their work was opened. The correction panel shows changes by other teachers.
 */
function useChanged({ user, submission }: SubmissionEntry): boolean {
  const [opened, setOpened] = useState({ id: user.id, at: submission.submitted_at })
  if (opened.id !== user.id) {
    setOpened({ id: user.id, at: submission.submitted_at })
    return false
  }
  return opened.at !== submission.submitted_at
}

type PupilCommentProps = { label: string; html: string | null; text: string }

/** Whether a comment is so long that it would take the space of the files. */
const isLong = (text: string) => text.length > 400 || text.split('\n').length > 5

/** Comment of a pupil as a quotation. If it is long, it is cut and scrolls. */
function PupilComment({ label, html, text }: PupilCommentProps) {
  const t = useT('desk')
  const id = useId()
  const long = isLong(text)
  const [isExpanded, setIsExpanded] = useState(false)
  return (
    <div className={`${styles.said} ${styles.comment}`}>
      <blockquote
        id={id}
        aria-label={label}
        data-cut={long && !isExpanded}
        // A scrollable element must be reachable by keyboard.
        {...(long && !isExpanded && { tabIndex: 0 })}
      >
        <FormattedText html={html} text={text} />
      </blockquote>
      {long && (
        <UnstyledButton
          variant="link"
          aria-expanded={isExpanded}
          aria-controls={id}
          onClick={() => setIsExpanded(!isExpanded)}
        >
          {t(isExpanded ? 'work.lessComment' : 'work.wholeComment')}
        </UnstyledButton>
      )}
    </div>
  )
}

/** Returns the facts of a submission as a sentence: `Handed in Mon 16 Nov, 18:02 · 2 h after due`. */
function useHandInSentence(homework: Homework, { submission }: SubmissionEntry): string {
  const t = useT('desk')
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const now = useNow()
  const facts = handInFacts(submission, homework.until_datetime, timeZone)
  switch (facts.kind) {
    case 'handedIn': {
      const { at, lateness } = facts
      if (at === undefined) return t('facts.handedInSometime')
      const handedIn = t('facts.handedIn', {
        day: format.dayNear(toSchoolDay(at, timeZone), toSchoolDay(now, timeZone)),
        time: format.time(at),
      })
      return lateness
        ? `${handedIn} · ${t(`facts.after.${lateness.unit}`, { count: lateness.count })}`
        : handedIn
    }
    case 'seen':
      return facts.at === undefined
        ? t('facts.seenSometime')
        : t('facts.seen', { when: format.moment(facts.at, now) })
    default:
      return t(`facts.${facts.kind}`)
  }
}
