import { ActionIcon, Badge, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import { type ReactNode, useRef, useState, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router'
import type { Permission } from '../../../contract/permissions.ts'
import { useT } from '../../../i18n/useT.ts'
import { paths } from '../../../paths.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { useIsPhone, useRemToPx } from '../../../ui/layout/screenSize.ts'
import { VirtualList } from '../../../ui/list/VirtualList.tsx'
import { type GrantTexts, useFailureText } from '../accessTexts.ts'
import { ConflictNotice } from '../ConflictNotice.tsx'
import { type AccessRequest, canManageAccess, flagsOf, roleOf, rolesFor } from '../grants.ts'
import { type AccessWrites, getRequestKey } from '../permissionWrites.ts'
import { RoleMenu } from '../RoleMenu.tsx'
import { type ItemKind, itemKinds } from './accessItems.ts'
import styles from './ClassAccess.module.css'
import { isOnlyAdmin, isThroughClass, type PersonItem } from './classAccessModel.ts'
import { getContentKind, ItemMark, useItemTexts } from './ItemMark.tsx'

type Line = { kind: ItemKind; count: number; isFirst: boolean } | PersonItem

/** In rem. */
const lineHeight = { desktop: 2.5, phone: 4 }

type PersonItemsProps = {
  label: string
  items: readonly PersonItem[]
  renderItem: (item: PersonItem) => ReactNode
  /** Scrolls with the rows. */
  children: ReactNode
}

/** Renders only the visible rows and the focused one. */
export function PersonItems({ label, items, renderItem, children }: PersonItemsProps) {
  const scroller = useRef<HTMLElement>(null)
  const { ref: head, height } = useElementSize()
  const px = useRemToPx()
  const [focusedKey, setFocusedKey] = useState<string>()
  const lines = itemKinds
    .map(kind => ({ kind, rows: items.filter(({ item }) => item.kind === kind) }))
    .filter(({ rows }) => rows.length > 0)
    .flatMap(({ kind, rows }, index): Line[] => [{ kind, count: rows.length, isFirst: index === 0 }, ...rows])
  return (
    <section ref={scroller} className={styles.detail} aria-label={label}>
      <div ref={head} className={styles.head}>
        {children}
      </div>
      <VirtualList
        scrollRef={scroller}
        startMargin={height}
        rows={lines}
        rowHeight={px(lineHeight)}
        keepMountedIndex={lines.findIndex(line => 'item' in line && line.item.key === focusedKey)}
      >
        {line =>
          'item' in line ? (
            // biome-ignore lint/a11y/noStaticElementInteractions: remembers which row has the focus.
            <div key={line.item.key} onFocus={() => setFocusedKey(line.item.key)}>
              {renderItem(line)}
            </div>
          ) : (
            <KindHeading key={line.kind} {...line} />
          )
        }
      </VirtualList>
    </section>
  )
}

function KindHeading({ kind, count, isFirst }: { kind: ItemKind; count: number; isFirst: boolean }) {
  const t = useT('classAccess')
  return (
    <div className={styles.kind}>
      <h3>
        {t(`items.${kind}`)} <span className={styles.count}>{count}</span>
      </h3>
      {isFirst && (
        <>
          <span aria-hidden>{t('columns.role')}</span>
          <span aria-hidden>{t('columns.since')}</span>
          <span aria-hidden className={styles.by}>
            {t('columns.by')}
          </span>
        </>
      )}
    </div>
  )
}

type PersonItemRowProps = {
  personItem: PersonItem
  grantTexts: GrantTexts
  writes: AccessWrites
  onRequest: (request: AccessRequest) => void
}

export function PersonItemRow({ personItem, grantTexts, writes, onRequest }: PersonItemRowProps) {
  const { item, grants, grant, classGrant } = personItem
  const t = useT('classAccess')
  const tAccess = useT('access')
  const me = useCurrentUser().id
  const isPhone = useIsPhone()
  const location = useLocation()
  const { nameOf } = useItemTexts()
  const state = useSyncExternalStore(writes.subscribe, writes.state)
  const grantKey = `grant ${grant.id}`
  const pending = state.pending.find(request => getRequestKey(request) === grantKey)
  const role = roleOf(pending?.kind === 'change' ? pending.flags : grant)
  const name = nameOf(item)
  // The access of the class is changed on the page of the class.
  const canManage = canManageAccess(grants, me) && !isThroughClass(personItem)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as a grid in all browsers.
    <div role="group" aria-label={name} className={styles.held}>
      <span className={styles.lead}>
        <ItemMark item={item} />
      </span>
      <span className={styles.name}>
        <Link
          to={paths.withAccess(location, item.resource)}
          state={{ keepsFocus: true }}
          preventScrollReset
          title={name}
          aria-label={t('open', { name })}
        >
          <bdi>{name}</bdi>
        </Link>
        {isOnlyAdmin(personItem) && (
          <Badge variant="warn" leftSection={<IconAlertTriangle aria-hidden />}>
            {t('onlyAdmin.badge')}
          </Badge>
        )}
        {classGrant && (
          <Text span size="sm" c="dimmed" miw={0} truncate>
            {isThroughClass(personItem)
              ? t('throughClass.only', { named: grantTexts.formatClass(classGrant) })
              : t('throughClass.higher', {
                  named: grantTexts.formatClass(classGrant),
                  role: tAccess(`role.${roleOf(classGrant)}`),
                })}
          </Text>
        )}
      </span>
      {canManage ? (
        <RoleMenu
          role={role}
          label={t('roleFor', { name, role: tAccess(`role.${role}`) })}
          kind={getContentKind(item)}
          available={rolesFor(grant.target, getContentKind(item))}
          isBusy={pending !== undefined}
          onChoose={newRole => onRequest({ kind: 'change', grantId: grant.id, flags: flagsOf(newRole) })}
        />
      ) : (
        <span className={styles.role}>{tAccess(`role.${role}`)}</span>
      )}
      <Text className={styles.since ?? ''} component="span" c="dimmed">
        {grantTexts.formatEnd(grant) || grantTexts.formatGivenAt(grant)}
        {isPhone && `, ${grantTexts.formatGivenBy(grant)}`}
      </Text>
      {!isPhone && (
        <Text className={styles.by ?? ''} component="span" c="dimmed" truncate>
          {grantTexts.formatGiver(grant)}
        </Text>
      )}
      {canManage && (
        <ActionIcon
          className={styles.remove ?? ''}
          variant="subtle"
          size="sm"
          aria-label={t('removeFrom', { person: grantTexts.nameOf(grant), name })}
          aria-disabled={pending !== undefined}
          onClick={() => onRequest({ kind: 'remove', grantId: grant.id })}
        >
          <IconX aria-hidden />
        </ActionIcon>
      )}
      <div className={styles.problem}>
        <RequestProblems {...{ grantTexts, writes, onRequest }} requestKey={grantKey} rows={grants} />
      </div>
    </div>
  )
}

type RequestProblemsProps = {
  requestKey: string
  rows: readonly Permission[]
  grantTexts: GrantTexts
  writes: AccessWrites
  onRequest: (request: AccessRequest) => void
}

/** The failure of the last change, or the changes of other users that stopped it. */
export function RequestProblems(props: RequestProblemsProps) {
  const { requestKey, rows, grantTexts, writes, onRequest } = props
  const t = useT('access')
  const { failures, conflict } = useSyncExternalStore(writes.subscribe, writes.state)
  const formatFailure = useFailureText()
  const failure = failures.get(requestKey)
  return (
    <>
      {failure && (
        <Text size="sm" c="var(--danger-text)" role="alert">
          {t('notDone', { reason: formatFailure(failure) })}
        </Text>
      )}
      {conflict && (
        <ConflictNotice
          {...{ conflict, rows }}
          grantTexts={grantTexts}
          onRequest={onRequest}
          onClose={writes.clearConflict}
        />
      )}
    </>
  )
}
