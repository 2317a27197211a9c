import { ApiError } from '../../api/client/ApiError.ts'
import { isNamedClass, type Permission, targetUserId } from '../../contract/permissions.ts'
import { formatError } from '../../i18n/formatError.ts'
import { useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { parseInstant, toClockTime, toSchoolDay } from '../../lib/schoolTime.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { sanitizeName } from '../../ui/sanitizeName.ts'
import type { ContentKind } from './contentInfo.ts'
import { isPerson, nameOfTarget, type Role } from './grants.ts'
import type { KnownPerson } from './people/people.ts'
import type { Failure } from './permissionWrites.ts'

export type GrantTexts = ReturnType<typeof useGrantTexts>

export function useGrantTexts(people: ReadonlyMap<number, KnownPerson>) {
  const t = useT('access')
  const format = useFormat()
  const { timeZone, clock } = useSchoolTime()
  const me = useCurrentUser().id
  const nameOfUser = (id: number) => people.get(id)?.name ?? t('person.numbered', { id: String(id) })
  return {
    /** Never empty. */
    nameOf: ({ target }: Permission): string => {
      const id = targetUserId(target)
      const className = sanitizeName(target.name.trim())
      if (isNamedClass(target) && className !== '') return t('person.class', { name: className })
      const name = nameOfTarget(target) || (id !== undefined && people.get(id)?.name)
      return name || (id === undefined ? t('person.unnamed') : t('person.numbered', { id: String(id) }))
    },
    /** Within a sentence, e.g. `class 8b`. */
    formatClass: ({ target }: Permission): string =>
      isNamedClass(target) ? t('class', { name: sanitizeName(target.name.trim()) }) : nameOfTarget(target),
    /** E.g. `Teacher, you`, or the number of people. */
    kindOf: ({ target }: Permission): string => {
      if (!isPerson(target)) {
        if (target.member_count !== undefined) return t('person.count', { count: target.member_count })
        return target.targets_multiple_users ? t('person.several') : ''
      }
      const id = targetUserId(target)
      const isOwn = id === me
      const isTeacher = id === undefined ? undefined : people.get(id)?.isTeacher
      if (isTeacher === undefined) return isOwn ? t('person.you') : ''
      if (isTeacher) return t(isOwn ? 'person.teacherYou' : 'person.teacher')
      return t(isOwn ? 'person.pupilYou' : 'person.pupil')
    },
    /** E.g. `by Omar Ruiz`. */
    formatGivenBy: ({ given_by_user_id: giverId }: Permission): string => {
      if (giverId === null) return t('given.school')
      if (giverId === me) return t('given.you')
      return t('given.by', { name: nameOfUser(giverId) })
    },
    formatGiver: ({ given_by_user_id: giverId }: Permission): string => {
      if (giverId === null) return t('giver.school')
      return giverId === me ? t('giver.you') : nameOfUser(giverId)
    },
    /** E.g. `16 Nov`. Includes the year if it is not the current one. */
    formatGivenAt: ({ given_at }: Permission): string => {
      const instant = parseInstant(given_at, timeZone)
      if (instant === undefined) return sanitizeName(given_at)
      const day = toSchoolDay(instant, timeZone)
      const isThisYear = day.slice(0, 4) === toSchoolDay(clock(), timeZone).slice(0, 4)
      return isThisYear ? format.shortDay(day) : format.date(instant)
    },
    /** E.g. `until Thu 19 Nov`. Empty without an end. */
    formatEnd: ({ expires_at }: Permission): string => {
      const instant = expires_at ? parseInstant(expires_at, timeZone) : undefined
      if (instant === undefined) return ''
      // Midnight is the end of the day before.
      const day = toSchoolDay(instant - 1, timeZone)
      const time = toClockTime(instant, timeZone)
      const dayText = format.dayNear(day, toSchoolDay(clock(), timeZone))
      return t('given.until', { when: time === '00:00' ? dayText : `${dayText} ${time}` })
    },
  }
}

/** With the service's message if it sends one. */
export function useFailureText(): (failure: Failure) => string {
  const t = useT('access')
  const tErrors = useT('errors')
  const format = useFormat()
  return failure => {
    const { error } = failure
    const message =
      error instanceof ApiError ? (Object.values(error.fields)[0] ?? error.serviceMessage) : undefined
    const hasServiceMessage =
      error instanceof ApiError && ['invalid', 'conflict', 'forbidden'].includes(error.kind)
    return message && hasServiceMessage
      ? t('refused', { said: sanitizeName(message) })
      : formatError(error, tErrors, format.time)
  }
}

export function useRoleDescription(kind: ContentKind): (role: Role) => string {
  const t = useT('access')
  const textKind = kind === 'homework' || kind === 'chat' || kind === 'folder' ? kind : 'other'
  return role => (role === 'write' ? t(`roleMeans.write.${textKind}`) : t(`roleMeans.${role}`))
}
