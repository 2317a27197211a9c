import { Button, Group, Input, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useLocale } from 'use-intl'
import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { useT } from '../../../i18n/useT.ts'
import { formatPoints, parsePoints } from '../../../lib/points.ts'
import { paths } from '../../../paths.ts'
import { PendingCorrection } from '../correction/PendingCorrection.tsx'
import styles from './Papers.module.css'
import type { Part } from './papersDraft.ts'
import type { PartState } from './partStates.ts'
import type { ReturnProblem } from './useReturnPapers.ts'

export type PartNoteProps = {
  homework: Homework
  part: Part
  state: PartState
  /** Submission of the chosen pupil. */
  entry: SubmissionEntry | undefined
  /** Whether the pupil has a draft of a correction. */
  hasOwnDraft: boolean
  problem: ReturnProblem | undefined
}

/** Explains the effect of returning the part, or its result. */
export function PartNote({ homework, part, state, entry, hasOwnDraft, problem }: PartNoteProps) {
  const t = useT('papers')
  const language = useLocale()
  if (problem?.why === 'damaged' || problem?.why === 'slow')
    return <Input.Error role="alert">{t(`state.${problem.why}`)}</Input.Error>
  const openDesk = entry && (
    <Button
      component={Link}
      size="sm"
      variant="subtle"
      to={paths.desk(homework.course_id, homework.id, entry.user.id)}
    >
      {t('state.desk')}
    </Button>
  )
  if (problem?.why === 'draft') {
    return (
      <Group gap="sm">
        <Input.Error role="alert">{t('state.draft')}</Input.Error>
        {openDesk}
      </Group>
    )
  }
  if (!entry) return null
  const { submission } = entry
  const getConsequence = () => {
    if (hasOwnDraft) return t('state.withDraft')
    if (!submission.is_corrected) return undefined
    const points = parsePoints(part.points)
    const isChange = typeof points === 'number' && submission.points !== null && points !== submission.points
    if (!isChange) return t('state.keepsFeedback')
    const format = (value: number) => formatPoints(value, language)
    return t('state.changesPoints', { from: format(submission.points ?? 0), to: format(points) })
  }
  switch (state) {
    case 'ready': {
      const consequence = getConsequence()
      return consequence === undefined ? null : (
        <Text size="sm" c="dimmed">
          {consequence}
        </Text>
      )
    }
    case 'busy':
    case 'sending':
      return (
        <Text size="sm" c="dimmed" role="status">
          {t(`state.${state}`)}
        </Text>
      )
    case 'returned':
      return (
        <Text className={styles.returned} size="sm">
          <IconCheck aria-hidden />
          {t('state.returned')}
        </Text>
      )
    case 'attention':
      return <PendingCorrection homework={homework} entry={entry} />
    default:
      return null
  }
}
