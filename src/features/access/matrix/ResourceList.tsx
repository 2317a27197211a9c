import { Button, UnstyledButton, VisuallyHidden } from '@mantine/core'
import {
  IconAlertTriangle,
  IconChevronDown,
  IconLock,
  IconRefreshAlert,
  IconUserShield,
} from '@tabler/icons-react'
import { type CSSProperties, useEffect, useId, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { dayOf } from '../../../lib/schoolTime.ts'
import { paths } from '../../../paths.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import styles from './Matrix.module.css'
import { type Matrix, type MatrixPerson, personKey, type ResourceAccess } from './matrixModel.ts'
import type { PrefetchQueue } from './prefetchQueue.ts'
import type { Resource } from './resources.ts'

type ResourceListProps = Matrix & {
  access: ReadonlyMap<string, ResourceAccess>
  asking: PrefetchQueue
  /** Whether the people are filtered. Then all resources are expanded. */
  opened: boolean
}

/** Content with its people inside. Replaces the grid on phones. */
export function ResourceList({ people, resources, access, asking, opened }: ResourceListProps) {
  const t = useT('matrix')
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    asking.show(resources.filter(({ key }) => open.has(key)))
  }, [asking, resources, open])
  return (
    <div className={styles.list}>
      {[...Map.groupBy(resources, ({ kind }) => kind)].map(([kind, entries]) => (
        <section key={kind}>
          <h2>
            {t(`groups.${kind}`)} <span className={styles.aside}>{entries.length}</span>
          </h2>
          <ul>
            {entries.map(resource => (
              <ResourceItem
                key={resource.key}
                resource={resource}
                access={access.get(resource.key)}
                people={people}
                open={opened || open.has(resource.key)}
                onToggle={() => {
                  const next = new Set(open)
                  if (!next.delete(resource.key)) next.add(resource.key)
                  setOpen(next)
                }}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

type ResourceItemProps = {
  resource: Resource
  access: ResourceAccess | undefined
  people: readonly MatrixPerson[]
  open: boolean
  onToggle: () => void
}

function ResourceItem({ resource, access, people, open, onToggle }: ResourceItemProps) {
  const t = useT('matrix')
  const id = useId()
  const location = useLocation()
  const { nameOf, noteOf } = useResourceWords()
  const reader = personKey(useCurrentUser().id)
  const name = nameOf(resource)
  const counts = useCounts(access)
  return (
    <li className={styles.item}>
      <UnstyledButton className={styles.opener} aria-expanded={open} aria-controls={id} onClick={onToggle}>
        {resource.colour && (
          <i className={styles.bar} style={{ '--subject': resource.colour } as CSSProperties} />
        )}
        <span className={styles.about}>
          <bdi className={styles.called}>{name}</bdi>
          <span className={`${styles.aside} ${styles.small}`}>
            {[noteOf(resource), counts ?? (access ? undefined : t('state.waiting'))]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <ResourceMark access={access} />
        </span>
        <IconChevronDown aria-hidden />
      </UnstyledButton>
      <div id={id} hidden={!open} className={styles.inside}>
        {open && access?.state === 'known' && (
          <ul>
            {people.flatMap(person => {
              const role = access.roles.get(person.key)
              if (!role) return []
              return (
                <li key={person.key} className={styles.person}>
                  <span>
                    <bdi translate="no">{person.name || t('unnamed.person')}</bdi>
                    {person.key === reader && <span className={styles.aside}> {t('you')}</span>}
                  </span>
                  <span className={styles.aside}>{t(`roles.${role}`)}</span>
                </li>
              )
            })}
          </ul>
        )}
        <Button
          component={Link}
          size="sm"
          to={paths.withAccess(location, resource.of)}
          state={{ keepsFocus: true }}
          preventScrollReset
          aria-label={t('open', { name })}
          data-opens={resource.key}
        >
          {t('openShort')}
        </Button>
      </div>
    </li>
  )
}

/** Returns e.g. `2 admins, 1 writes, 24 read`. */
function useCounts(access: ResourceAccess | undefined): string | undefined {
  const t = useT('matrix')
  if (access?.state !== 'known') return undefined
  const roles = Object.groupBy(access.roles.values(), role => (role === 'adminReads' ? 'admin' : role))
  return (['admin', 'write', 'read'] as const)
    .flatMap(role => (roles[role] ? [t(`counts.${role}`, { count: roles[role].length })] : []))
    .join(', ')
}

/** Returns functions that return the name of a resource and the note below it. */
export function useResourceWords() {
  const t = useT('matrix')
  const format = useFormat()
  const { clock, timeZone } = useSchoolTime()
  const today = dayOf(clock(), timeZone)
  return {
    nameOf: ({ name, kind, of }: Resource) => name || t(`unnamed.${kind}`, { id: String(of.id) }),
    noteOf({ due, teacher }: Resource) {
      if (due === undefined) return teacher
      if (!isDay(due)) return undefined
      // Columns are narrow, so the weekday is omitted. The year is added if it is not the current one.
      const isThisYear = due.slice(0, 4) === today.slice(0, 4)
      return t('due', { day: isThisYear ? format.shortDay(due) : format.dayNear(due, today) })
    },
  }
}

/** Whether a day exists. Other days can't be formatted. */
const isDay = (day: string) => !Number.isNaN(Date.parse(`${day}T00:00:00Z`))

const signs = {
  ...{ unasked: null, failed: <IconRefreshAlert aria-hidden /> },
  ...{ hidden: <IconLock aria-hidden />, untold: <IconLock aria-hidden /> },
}

/** Icon and text about the access to a resource, if it is unusual. Empty while it is loading. */
export function ResourceMark({ access }: { access: ResourceAccess | undefined }) {
  const t = useT('matrix')
  if (!access) return null
  if (access.state === 'known') {
    if (access.onlyAdmin) {
      return (
        <span className={styles.mark} title={t('admins.oneNamed', { name: access.onlyAdmin.name })}>
          <IconUserShield aria-hidden />
          <VisuallyHidden>{t('admins.one')}</VisuallyHidden>
        </span>
      )
    }
    if (access.admins.length > 0) return null
    return (
      <span className={styles.mark} data-tone="warn">
        <IconAlertTriangle aria-hidden />
        {t('admins.none')}
      </span>
    )
  }
  return (
    <span className={styles.mark}>
      {signs[access.state]}
      {t(`state.${access.state}`)}
    </span>
  )
}
