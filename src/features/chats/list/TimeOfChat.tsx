import type { Chat } from '../../../contract/chats.ts'
import type { Format } from '../../../i18n/formats.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { dayOf, isoDateTime } from '../../../lib/schoolTime.ts'
import { useSchoolTime } from '../../../ui/SchoolTime.tsx'
import { type ChatTime, chatTime } from './chatTime.ts'
import { lastMoment } from './inOrder.ts'

/** When something last happened in a chat, as coarse as it is long ago; exactly when it is pointed at. */
export function TimeOfChat({ chat, now }: { chat: Chat; now: number }) {
  const t = useT('chats')
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const at = lastMoment(chat, timeZone)
  if (at === 0) return null
  const exactly = `${format.fullDay(dayOf(at, timeZone))}, ${format.time(at)}`
  return (
    <time dateTime={isoDateTime(at, timeZone)} title={exactly}>
      {written(chatTime(at, now, timeZone), format) ?? t('yesterday')}
    </time>
  )
}

function written(time: ChatTime, format: Format): string | undefined {
  if (time.kind === 'time') return format.time(time.at)
  if (time.kind === 'weekday') return format.weekday(time.day)
  if (time.kind === 'day') return format.shortDay(time.day)
  return time.kind === 'date' ? format.date(time.at) : undefined
}
