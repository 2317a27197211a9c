import { Text, VisuallyHidden } from '@mantine/core'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx'
import styles from './Desk.module.css'
import type { Teacher } from './useOpenSubmissions.ts'

type OpenedByProps = {
  /** Other teachers who have the pupil open. */
  teachers: readonly Teacher[] | undefined
}

/** Initials after the name of a pupil in the list. */
export function OpenedByMark({ teachers = [] }: OpenedByProps) {
  const t = useT('desk')
  const format = useFormat()
  if (teachers.length === 0) return null
  const text = t('openedBy', { count: teachers.length, names: format.list(teachers.map(({ name }) => name)) })
  return (
    <span className={styles.openedByMark} title={text} translate="no">
      {teachers.slice(0, maxInitials).map(({ id, name }) => (
        <PersonAvatar key={id} name={name} />
      ))}
      <VisuallyHidden>, {text}</VisuallyHidden>
    </span>
  )
}

/** More would leave no room for the name of the pupil. */
const maxInitials = 2

/** Line above the form. The element always exists, so that screen readers announce its text. */
export function OpenedByLine({ teachers = [] }: OpenedByProps) {
  const t = useT('desk')
  const format = useFormat()
  return (
    <div className={styles.openedByLine} role="status">
      {teachers.length > 0 && (
        <>
          {teachers.slice(0, maxInitials).map(({ id, name }) => (
            <PersonAvatar key={id} name={name} />
          ))}
          <Text span size="sm">
            {t.rich('openedByRich', {
              count: teachers.length,
              names: format.list(teachers.map(({ name }) => name)),
              person: text => <bdi translate="no">{text}</bdi>,
            })}
          </Text>
        </>
      )}
    </div>
  )
}
