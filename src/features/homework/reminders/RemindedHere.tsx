import { Text } from '@mantine/core'
import { useNow } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { useReminders } from './reminders.ts'

/** `Reminded Wed 18:02`, and that other devices do not show it. */
export function RemindedHere({ homeworkId }: { homeworkId: number }) {
  const t = useT('pupils')
  const format = useFormat()
  const now = useNow()
  const at = useReminders().get(homeworkId)
  if (at === undefined) return null
  return (
    <Text size="sm" c="dimmed">
      {t('remindedHere', { time: format.moment(at, now) })}
    </Text>
  )
}
