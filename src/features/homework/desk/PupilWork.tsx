import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/Text.layer.css'
import { ActionIcon, Group, Text, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type RefObject, useId, useState } from 'react'
import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { useViewerWords } from '../../../i18n/useViewerWords.ts'
import { dayOf } from '../../../lib/schoolTime.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { useNow, useSchoolTime } from '../../../ui/SchoolTime.tsx'
import { Formatted } from '../../../ui/viewer/Formatted.tsx'
import { Viewer } from '../../../ui/viewer/Viewer.tsx'
import type { ViewMemory } from '../../../ui/viewer/ViewMemory.ts'
import { handInFacts } from '../times.ts'
import styles from './Desk.module.css'
import { type DeskFiles, filesOf } from './deskFiles.ts'
import type { placeOf } from './pupilGroups.ts'

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
  const words = useViewerWords()
  const { pupil, position, of } = place
  const { submission } = pupil.entry
  const name = harmlessName(pupil.name)
  const when = useHandInSentence(homework, pupil.entry)
  const files = filesOf(pupil.entry)
  // Which file was open, by pupil: coming back shows what was left.
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
      {/* The panel says it to whoever has begun to write. */}
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
          shown={opened.get(pupil.id)}
          onShow={file => setOpened(new Map(opened).set(pupil.id, file))}
          load={load}
          words={words}
          views={views}
        />
      ) : (
        submission.is_submitted && <p className={styles.noFiles}>{t('work.noFiles')}</p>
      )}
    </section>
  )
}

/** Whether a pupil handed in again since they were opened here. What somebody else corrected is the panel's to say. */
function useChanged({ user, submission }: SubmissionEntry): boolean {
  const [opened, setOpened] = useState({ id: user.id, at: submission.submitted_at })
  if (opened.id !== user.id) {
    setOpened({ id: user.id, at: submission.submitted_at })
    return false
  }
  return opened.at !== submission.submitted_at
}

type PupilCommentProps = { label: string; html: string | null; text: string }

/** More than this takes the place of what was handed in. */
const isLong = (text: string) => text.length > 400 || text.split('\n').length > 5

/** What a pupil wrote to it, as a quotation; a long one shows its beginning and scrolls. */
function PupilComment({ label, html, text }: PupilCommentProps) {
  const t = useT('desk')
  const id = useId()
  const long = isLong(text)
  const [whole, setWhole] = useState(false)
  return (
    <div className={`${styles.said} ${styles.comment}`}>
      <blockquote
        id={id}
        aria-label={label}
        data-cut={long && !whole}
        // What scrolls is reached by keyboard.
        {...(long && !whole && { tabIndex: 0 })}
      >
        <Formatted html={html} text={text} />
      </blockquote>
      {long && (
        <UnstyledButton
          variant="link"
          aria-expanded={whole}
          aria-controls={id}
          onClick={() => setWhole(!whole)}
        >
          {t(whole ? 'work.lessComment' : 'work.wholeComment')}
        </UnstyledButton>
      )}
    </div>
  )
}

/** The facts of a hand-in as a sentence: `Handed in Mon 16 Nov, 18:02 · 2 h after due`. */
function useHandInSentence(homework: Homework, { submission }: SubmissionEntry): string {
  const t = useT('desk')
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const now = useNow()
  const facts = handInFacts(submission, homework.until_datetime, timeZone)
  switch (facts.kind) {
    case 'handedIn': {
      const { at, after } = facts
      if (at === undefined) return t('facts.handedInSometime')
      const handedIn = t('facts.handedIn', {
        day: format.dayNear(dayOf(at, timeZone), dayOf(now, timeZone)),
        time: format.time(at),
      })
      return after ? `${handedIn} · ${t(`facts.after.${after.unit}`, { count: after.count })}` : handedIn
    }
    case 'seen':
      return facts.at === undefined
        ? t('facts.seenSometime')
        : t('facts.seen', { when: format.moment(facts.at, now) })
    default:
      return t(`facts.${facts.kind}`)
  }
}
