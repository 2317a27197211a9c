import { Avatar } from '@mantine/core'
import { IconFile, IconFolder, IconUsers } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx'
import styles from './Matrix.module.css'
import { type MatrixPerson, type PersonKind, personKey, type ResourceAccess } from './matrixModel.ts'
import { ResourceMark, useResourceWords } from './ResourceList.tsx'
import type { Resource, ResourceKind } from './resources.ts'
import { placeName } from './useGridFocus.ts'

/**
 * A rendered column. `index`: index of the resource. `left` and `width` are in px. `starts`: it is the first of its
 * kind, but not the first of all.
 */
export type Column = {
  resource: Resource
  access: ResourceAccess | undefined
  index: number
  left: number
  width: number
  /** Address of this page with the access drawer of the resource. */
  href: string
  starts: boolean
}

type GridHeadingProps = { kind: PersonKind; count: number; index: number; top: number; span: number }

/** Heading of a group of people. `index` counts lines, `top` is in px. */
export function GridHeading({ kind, count, index, top, span }: GridHeadingProps) {
  const t = useT('matrix')
  return (
    <tr aria-rowindex={index + 3} className={styles.heading} style={{ top }}>
      <th scope="rowgroup" aria-colindex={1} aria-colspan={span}>
        {t(`groups.${kind}`)} <span className={styles.aside}>{count}</span>
      </th>
    </tr>
  )
}

type GridRowProps = {
  person: MatrixPerson
  /** Index of the person. */
  row: number
  /** Index of the line. */
  index: number
  top: number
  columns: readonly Column[]
  /** Column of this row that is the tab stop, -1 for the name. */
  chosen: number | undefined
}

/** A person's access to each resource. */
export function GridRow({ person, row, index, top, columns, chosen }: GridRowProps) {
  const t = useT('matrix')
  const own = person.key === personKey(useCurrentUser().id)
  const name = person.name || t('unnamed.person')
  return (
    <tr aria-rowindex={index + 3} className={styles.row} style={{ top }}>
      <th
        scope="row"
        aria-colindex={1}
        className={styles.name}
        data-place={placeName({ row, column: -1 })}
        tabIndex={chosen === -1 ? 0 : -1}
        title={name}
      >
        {person.kind === 'group' ? (
          <Avatar>
            <IconUsers />
          </Avatar>
        ) : (
          <PersonAvatar name={name} />
        )}
        <span className={styles.words}>
          <bdi translate="no">{name}</bdi>
          {own && <span className={styles.aside}> {t('you')}</span>}
        </span>
      </th>
      {columns.map(({ resource, access, index: column, left, width, href, starts }) => {
        const role = access?.state === 'known' ? access.roles.get(person.key) : undefined
        const state = access?.state ?? 'waiting'
        const empty = state === 'known' ? t('none') : t(`state.${state}`)
        const label = role ? undefined : empty
        const alone = access?.state === 'known' && access.onlyAdmin?.key === person.key
        return (
          <td
            key={resource.key}
            aria-colindex={column + 2}
            className={styles.cell}
            data-state={state}
            data-starts={starts || undefined}
            style={{ left, width }}
          >
            <a
              href={href}
              data-place={placeName({ row, column })}
              data-role={role}
              tabIndex={chosen === column ? 0 : -1}
              aria-label={alone ? `${t(`roles.${role ?? 'admin'}`)}, ${t('admins.one')}` : label}
            >
              {role && t(`roles.${role}`)}
              {!access && <i />}
            </a>
          </td>
        )
      })}
    </tr>
  )
}

type GridHeadProps = {
  resources: readonly Resource[]
  columns: readonly Column[]
  /** Column whose header is the tab stop. */
  chosen: number | undefined
}

/** Two sticky header lines: the kinds, and the resources. */
export function GridHead({ resources, columns, chosen }: GridHeadProps) {
  const t = useT('matrix')
  const { nameOf, noteOf } = useResourceWords()
  const firstOf = (kind: ResourceKind) => resources.findIndex(resource => resource.kind === kind)
  return (
    <thead className={styles.head}>
      <tr aria-rowindex={1} className={styles.groups}>
        <td aria-colindex={1} className={styles.corner} />
        {[...Map.groupBy(resources, ({ kind }) => kind)].map(([kind, { length: count }]) => (
          <th
            key={kind}
            scope="colgroup"
            aria-colindex={firstOf(kind) + 2}
            aria-colspan={count}
            className={styles.group}
            style={{ '--at': firstOf(kind), '--span': count } as CSSProperties}
          >
            <span className={styles.kind}>
              {t(`groups.${kind}`)} <span className={styles.aside}>{count}</span>
            </span>
          </th>
        ))}
      </tr>
      <tr aria-rowindex={2} className={styles.resources}>
        <th scope="col" aria-colindex={1} className={styles.corner}>
          {t('person')}
        </th>
        {columns.map(({ resource, access, index, left, width, href, starts }) => (
          <th
            key={resource.key}
            scope="col"
            aria-colindex={index + 2}
            className={styles.resource}
            data-starts={starts || undefined}
            style={{ left, width }}
          >
            <a
              href={href}
              data-place={placeName({ row: -1, column: index })}
              tabIndex={chosen === index ? 0 : -1}
              title={nameOf(resource)}
            >
              <span className={styles.title}>
                {resource.colour && (
                  <i className={styles.bar} style={{ '--subject': resource.colour } as CSSProperties} />
                )}
                {resource.kind === 'file' &&
                  (resource.isFolder ? (
                    <IconFolder aria-label={t('folder')} />
                  ) : (
                    <IconFile aria-label={t('file')} />
                  ))}
                <bdi className={styles.called}>{nameOf(resource)}</bdi>
              </span>
              {noteOf(resource) && <span className={styles.note}>{noteOf(resource)}</span>}
              <ResourceMark access={access} />
            </a>
          </th>
        ))}
      </tr>
    </thead>
  )
}
