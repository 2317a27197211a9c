import { useFormat } from '../../../i18n/useFormat.ts'
import { instantOf } from '../../../lib/schoolTime.ts'
import { useNow, useSchoolTime } from '../../../ui/SchoolTime.tsx'

/** Writes a time of the service as `Mon 16:20`, '' for none. */
export function useMoment(): (time: string | null) => string {
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const now = useNow()
  return time => {
    const instant = time === null ? undefined : instantOf(time, timeZone)
    return instant === undefined ? '' : format.moment(instant, now)
  }
}
