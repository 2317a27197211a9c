import { ActionIcon, Group, Text, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type RefObject, Suspense, useId, useState } from 'react'
import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { useNow, useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { getFirstName } from '../../../lib/familyName.ts'
import { toSchoolDay } from '../../../lib/schoolTime.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { WhyDisabled } from '../../../ui/inputs/WhyDisabled.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { FormattedText } from '../../../ui/viewer/FormattedText.tsx'
import { Viewer } from '../../../ui/viewer/Viewer.tsx'
import type { ViewMemory } from '../../../ui/viewer/ViewMemory.ts'
import type { PupilMarking } from '../pen/PupilMarking.ts'
import { useMarkOverlay } from '../pen/useMarkOverlay.tsx'
import { getHandInFacts } from '../times.ts'
import styles from './Desk.module.css'
import { type DeskFiles, getSubmissionFiles } from './deskFiles.ts'
import { PupilMarks } from './PupilMarks.tsx'
import type { PupilPosition } from './pupilGroups.ts'

type PupilWorkProps = {
  homework: Homework
  selected: PupilPosition
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  views: ViewMemory
  load: DeskFiles['load']
  /** Opens the list on windows without a column for it. */
  onOpenList: () => void
  /** Heading with the name. */
  titleRef: RefObject<HTMLHeadingElement | null>
  /** On phones, shows the feedback, which is below the work. */
  onShowFeedback: () => void
}

export function PupilWork(props: PupilWorkProps) {
  const { homework, selected, onPrevious, onNext, views, load, onOpenList, titleRef, onShowFeedback } = props
  const t = useT('desk')
  const { pupil, position, total } = selected
  const { submission } = pupil.entry
  const name = sanitizeName(pupil.name)
  const handInText = useHandInText(homework, pupil.entry)
  const files = getSubmissionFiles(pupil.entry)
  /** File IDs by pupil ID, so that the file is open again when the teacher returns to the pupil. */
  const [openFiles, setOpenFiles] = useState<ReadonlyMap<number, number>>(new Map())
  const isHandedInAgain = useIsHandedInAgain(pupil.entry)
  const place = t('work.place', { position, total })
  const [marking, setMarking] = useState<PupilMarking>()
  const getOverlay = useMarkOverlay({
    marking,
    pupilName: name,
    firstName: getFirstName(sanitizeName(pupil.name)),
    homework: homework.text,
    place,
    hasSeveralFiles: files.length > 1,
    onShowFeedback,
  })
  return (
    <section className={styles.pupilWork} aria-label={t('work.label', { name })}>
      <div className={styles.header}>
        <div className={styles.pupilHeading}>
          <div>
            <h2 className={styles.pupilName} ref={titleRef} tabIndex={-1}>
              <bdi translate="no">{name}</bdi>
            </h2>
            <UnstyledButton
              className={styles.openListButton}
              aria-label={t('list.choose')}
              aria-haspopup="dialog"
              onClick={onOpenList}
            >
              <IconChevronDown aria-hidden />
            </UnstyledButton>
          </div>
          <Text size="sm" c="dimmed">
            {handInText}
          </Text>
        </div>
        <Group gap="sm" wrap="nowrap">
          <Text className={styles.position} span size="sm" c="var(--text-3)">
            {place}
          </Text>
          <WhyDisabled reason={!onPrevious && t('work.isFirst')}>
            <ActionIcon aria-label={t('work.previous')} aria-keyshortcuts="k" onClick={onPrevious}>
              <IconChevronUp aria-hidden />
            </ActionIcon>
          </WhyDisabled>
          <WhyDisabled reason={!onNext && t('work.isLast')}>
            <ActionIcon aria-label={t('work.next')} aria-keyshortcuts="j" onClick={onNext}>
              <IconChevronDown aria-hidden />
            </ActionIcon>
          </WhyDisabled>
        </Group>
      </div>
      {/* With a draft, the correction panel shows this message. */}
      {isHandedInAgain && pupil.state !== 'draft' && (
        <div className={styles.block}>
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
      {/* Show the work without waiting for the draft. */}
      <Suspense fallback={null}>
        <PupilMarks key={pupil.id} entry={pupil.entry} onChange={setMarking} />
      </Suspense>
      {files.length > 0 ? (
        <Viewer
          files={files}
          shownId={openFiles.get(pupil.id)}
          onShow={fileId => setOpenFiles(new Map(openFiles).set(pupil.id, fileId))}
          load={load}
          views={views}
          getOverlay={getOverlay}
        />
      ) : (
        submission.is_submitted && <p className={styles.noFiles}>{t('work.noFiles')}</p>
      )}
    </section>
  )
}

/** Whether the pupil handed in again since their work was opened. */
function useIsHandedInAgain({ user, submission }: SubmissionEntry): boolean {
  const [base, setBase] = useState({ userId: user.id, submittedAt: submission.submitted_at })
  if (base.userId !== user.id) {
    setBase({ userId: user.id, submittedAt: submission.submitted_at })
    return false
  }
  return base.submittedAt !== submission.submitted_at
}

type PupilCommentProps = { label: string; html: string | null; text: string }

/** Whether a comment would take the space of the files. */
const isLong = (text: string) => text.length > 400 || text.split('\n').length > 5

/** Quotes a comment. A long comment has a limited height and scrolls. */
function PupilComment({ label, html, text }: PupilCommentProps) {
  const t = useT('desk')
  const id = useId()
  const isLongComment = isLong(text)
  const [isExpanded, setIsExpanded] = useState(false)
  const isCut = isLongComment && !isExpanded
  return (
    <div className={`${styles.block} ${styles.comment}`}>
      <blockquote
        id={id}
        aria-label={label}
        data-cut={isCut}
        // A scrollable element must be reachable by keyboard.
        {...(isCut && { tabIndex: 0 })}
      >
        <FormattedText html={html} text={text} />
      </blockquote>
      {isLongComment && (
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

/** Returns e.g. `Handed in Mon 16 Nov, 18:02 · 2 h after due`. */
function useHandInText(homework: Homework, { submission }: SubmissionEntry): string {
  const t = useT('desk')
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const now = useNow()
  const facts = getHandInFacts(submission, homework.until_datetime, timeZone)
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
