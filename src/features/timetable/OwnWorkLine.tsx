import { Text } from '@mantine/core'
import type { ListedHomework } from '../../contract/homework.ts'
import { useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { parseDue } from '../../lib/due.ts'
import { OwnStatusLine } from '../homework/list/OwnStatusLine.tsx'
import { getOwnStatus } from '../homework/list/ownStatus.ts'
import { usePendingHandIns } from '../homework/progress/handInStates.ts'

/** The pupil's own status of a homework. Empty if the service does not send it. */
export function OwnWorkLine({ homework }: { homework: ListedHomework }) {
  const { timeZone } = useSchoolTime()
  const pending = usePendingHandIns().get(homework.id)
  if (!pending && !homework.own_status) return null
  const row = { homework, due: parseDue(homework.until_datetime, timeZone) }
  return (
    <Text component="div" size="sm">
      <OwnStatusLine row={row} status={getOwnStatus(homework, pending)} />
    </Text>
  )
}
