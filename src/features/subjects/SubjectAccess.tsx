import { useQuery } from '@tanstack/react-query'
import { query } from '../../api/cache/query.ts'
import type { Lesson } from '../../contract/lessons.ts'
import { type Permission, permissions } from '../../contract/permissions.ts'
import { formatError } from '../../i18n/formatError.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { sanitizeName } from '../../ui/sanitizeName.ts'
import styles from './Subject.module.css'
import { OnLink, SubjectPart } from './SubjectPart.tsx'

/** Maximum number of names per kind of access. The drawer lists all. */
const namesShown = 6

const kinds = [
  { name: 'admin', isMatch: (one: Permission) => one.is_admin && one.is_write },
  { name: 'adminOnly', isMatch: (one: Permission) => one.is_admin && !one.is_write },
  { name: 'write', isMatch: (one: Permission) => !one.is_admin && one.is_write },
  { name: 'read', isMatch: (one: Permission) => !one.is_admin && !one.is_write },
] as const

/** Shows the people with access to the subject by kind of access. `open` is the address that opens the drawer. */
export function SubjectAccess({ subject, open }: { subject: Lesson; open: string }) {
  const t = useT('subject')
  const tErrors = useT('errors')
  const format = useFormat()
  const { data, error, refetch } = useQuery({
    ...query(permissions.list, { lesson_id: subject.id }),
    // A user without a permission would get 403.
    enabled: subject.has_permission !== false,
  })
  // After an access was revoked, the cached list must be hidden.
  const closed = () => {
    if (error?.kind === 'forbidden') return formatError(error, tErrors, format.time)
    const isClosed = error?.kind === 'notFound' || error?.kind === 'unsupported'
    return (subject.has_permission === false || isClosed) && t('access.closed')
  }
  const none = closed()
  const more = (
    <OnLink to={open} state={{ keepsFocus: true }}>
      {t('access.show')}
    </OnLink>
  )
  return (
    <SubjectPart
      title={t('access.title')}
      more={data && !none && more}
      emptyMessage={none}
      result={{ error, refetch }}
      rows={2}
    >
      {data && !none && (
        <dl className={styles.facts}>
          {kinds.map(({ name, isMatch }) => (
            <People key={name} name={t(`access.${name}`)} grants={data.rows.filter(isMatch)} />
          ))}
        </dl>
      )}
    </SubjectPart>
  )
}

function People({ name, grants }: { name: string; grants: readonly Permission[] }) {
  const t = useT('subject')
  if (grants.length === 0) return null
  const shown = grants.slice(0, namesShown)
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {shown.map(({ id, target }, place) => (
          <span key={id}>
            <bdi translate="no">
              {sanitizeName(target.name.trim() || target.display_name.trim() || target.type)}
            </bdi>
            {place < shown.length - 1 && ', '}
          </span>
        ))}
        {grants.length > namesShown && t('access.others', { count: grants.length - namesShown })}
      </dd>
    </>
  )
}
