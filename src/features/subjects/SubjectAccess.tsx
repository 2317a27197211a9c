import { useQuery } from '@tanstack/react-query'
import { query } from '../../api/cache/query.ts'
import type { Lesson } from '../../contract/lessons.ts'
import { isNamedClass, type Permission, permissions, type Target } from '../../contract/permissions.ts'
import { formatError } from '../../i18n/formatError.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { sanitizeName } from '../../ui/sanitizeName.ts'
import styles from './Subject.module.css'
import { PageLink, SubjectPart } from './SubjectPart.tsx'

const maxNames = 6

const kinds = [
  { name: 'admin', isMatch: (grant: Permission) => grant.is_admin && grant.is_write },
  { name: 'adminOnly', isMatch: (grant: Permission) => grant.is_admin && !grant.is_write },
  { name: 'write', isMatch: (grant: Permission) => !grant.is_admin && grant.is_write },
  { name: 'read', isMatch: (grant: Permission) => !grant.is_admin && !grant.is_write },
] as const

export function SubjectAccess({ subject, drawerAddress }: { subject: Lesson; drawerAddress: string }) {
  const t = useT('subject')
  const tErrors = useT('errors')
  const format = useFormat()
  const { data, error, refetch } = useQuery({
    ...query(permissions.list, { lesson_id: subject.id }),
    // A user without a permission would get 403.
    enabled: subject.has_permission !== false,
  })
  // After an access was revoked, the cached list must be hidden.
  const getHiddenReason = () => {
    if (error?.kind === 'forbidden') return formatError(error, tErrors, format.time)
    const isHidden = error?.kind === 'notFound' || error?.kind === 'unsupported'
    return (subject.has_permission === false || isHidden) && t('access.closed')
  }
  const hiddenReason = getHiddenReason()
  const moreLink = (
    <PageLink to={drawerAddress} state={{ keepsFocus: true }}>
      {t('access.show')}
    </PageLink>
  )
  return (
    <SubjectPart
      title={t('access.title')}
      more={data && !hiddenReason && moreLink}
      emptyMessage={hiddenReason}
      result={{ error, refetch }}
      rows={2}
    >
      {data && !hiddenReason && (
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
  const shown = grants.slice(0, maxNames)
  const formatName = (target: Target) => {
    const name = sanitizeName(target.name.trim() || target.display_name.trim() || target.type)
    return isNamedClass(target) ? t('classNamed', { name }) : name
  }
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {shown.map(({ id, target }, index) => (
          <span key={id}>
            <bdi translate="no">{formatName(target)}</bdi>
            {index < shown.length - 1 && ', '}
          </span>
        ))}
        {grants.length > maxNames && t('access.others', { count: grants.length - maxNames })}
      </dd>
    </>
  )
}
