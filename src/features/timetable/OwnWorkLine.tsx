import { Text } from '@mantine/core'
import type { Homework } from '../../contract/homework.ts'
import { useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { parseDue } from '../../lib/due.ts'
import { OwnStatusLine } from '../homework/list/OwnStatusLine.tsx'
import { getOwnStatus } from '../homework/list/ownStatus.ts'
import { usePendingHandInStates } from '../homework/progress/handInStates.ts'
import { useOwnSubmission } from '../homework/task/useOwnSubmission.ts'

/** The pupil's own status of a homework. Empty if the service does not return it. */
export function OwnWorkLine({ homework }: { homework: Homework }) {
  const { timeZone } = useSchoolTime()
  const pending = usePendingHandInStates().get(homework.id)
  const own = useOwnSubmission(homework)
  if (!pending && own.kind !== 'loaded' && own.kind !== 'failed') return null
  const submission = own.kind === 'loaded' ? own.submission : 'failed'
  const row = { homework, due: parseDue(homework.until_datetime, timeZone) }
  return (
    <Text component="div" size="sm">
      <OwnStatusLine row={row} status={getOwnStatus(row, submission, pending)} />
    </Text>
  )
}
