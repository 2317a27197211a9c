import { Button } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import type { Homework } from '../../../contract/homework.ts'
import type { WorkState } from '../../../contract/workCounts.ts'
import { useNow, useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { isPastDue, parseDue } from '../../../lib/due.ts'
import { toSchoolDay } from '../../../lib/schoolTime.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import { useSubject } from '../useSubject.ts'
import { useOpenChatWith } from './useOpenChatWith.ts'

type WriteToPupilsProps = {
  homework: Homework
  step: WorkState
  userIds: readonly number[]
  /** In a row of other buttons. */
  isSmall?: boolean
}

/** In characters. A task may have thousands. */
const maxTaskLength = 80

/** Opens the form for a message to each of these pupils alone. The user sends the message. */
export function WriteToPupils({ homework, step, userIds, isSmall = false }: WriteToPupilsProps) {
  const t = useT('pupils')
  const subject = useSubject(homework.course_id, homework)?.name
  const task = truncateText(homework.text.trim().replaceAll(/\s+/g, ' '), maxTaskLength, '…')
  const message = useFirstSentence(homework, step, task)
  const { isSearching, open } = useOpenChatWith()
  const write = () =>
    open({
      courseId: homework.course_id,
      userIds,
      name: subject ? t('chatName', { subject, task }) : task,
      message,
      ...(step === 'missing' && { remindsOf: homework.id }),
    })
  return (
    <Button
      {...(isSmall ? { size: 'sm' } : { variant: 'filled', fullWidth: true })}
      leftSection={<IconMessage aria-hidden />}
      aria-disabled={isSearching}
      onClick={write}
    >
      {t('write', { count: userIds.length })}
    </Button>
  )
}

function useFirstSentence(homework: Homework, step: WorkState, task: string): string {
  const t = useT('pupils')
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const now = useNow()
  const today = toSchoolDay(now, timeZone)
  const due = parseDue(homework.until_datetime, timeZone)
  const hasDue = due.at !== Number.POSITIVE_INFINITY
  const day = hasDue ? format.dayNear(due.day, today) : ''
  const when = !hasDue ? 'unknown' : isPastDue(due, { now, today }) ? 'past' : 'coming'
  if (step === 'missing') return t(`firstSentence.missing.${when}`, { task, day })
  return t('firstSentence.about', { task })
}
