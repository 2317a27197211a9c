import { Group, Text } from '@mantine/core'
import type { Homework } from '../../contract/homework.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { WriteToPupils } from '../homework/pupils/WriteToPupils.tsx'
import { RemindedHere } from '../homework/reminders/RemindedHere.tsx'

type MissingPupilsProps = { homework: Homework; userIds: readonly number[] }

/** Writes to the pupils whose work is missing in the lesson. */
export function MissingPupils({ homework, userIds }: MissingPupilsProps) {
  const t = useT('pupils')
  const format = useFormat()
  return (
    <>
      <Group justify="space-between" gap="sm">
        <Text span size="sm">
          {t('label.missing', { count: format.number(userIds.length) })}
        </Text>
        <WriteToPupils homework={homework} step="missing" userIds={userIds} isSmall />
      </Group>
      <RemindedHere homeworkId={homework.id} />
    </>
  )
}
