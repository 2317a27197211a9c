import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState, useSyncExternalStore } from 'react'
import { useLocale } from 'use-intl'
import { query } from '../../api/cache/query.ts'
import { isPupil, me as meEndpoints } from '../../contract/me.ts'
import {
  isAdministeredByPupils,
  isNamedClass,
  type Permission,
  targetCourseId,
  targetUserId,
} from '../../contract/permissions.ts'
import { formatError } from '../../i18n/formatError.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { compareByFamilyName } from '../../lib/familyName.ts'
import type { ContentRef } from '../../paths.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import styles from './Access.module.css'
import { AddPeople } from './AddPeople.tsx'
import { useGrantTexts, useRoleDescription } from './accessTexts.ts'
import { ConflictNotice } from './ConflictNotice.tsx'
import type { ContentInfo } from './contentInfo.ts'
import { type ClassExit, GrantList } from './GrantList.tsx'
import { type AccessRequest, adminsOf, canManageAccess } from './grants.ts'
import { usePeople } from './people/people.ts'
import { useOwnClasses, useOwnClassIds } from './people/useOwnClasses.ts'
import {
  AccessRequestStatus,
  ConfirmRequestDialog,
  useAccessRequests,
  useAccessWrites,
} from './useAccessRequests.tsx'

type AccessListProps = {
  resource: ContentRef
  content: ContentInfo
  rows: readonly Permission[]
  unreadable: number
  /** After a failed fetch, the list may be outdated. */
  fetchError?: Error | undefined
  onAccessLost: (message: string) => void
}

/** Use a new key for other content. */
export function AccessList(props: AccessListProps) {
  const { resource, content, rows, unreadable, fetchError, onAccessLost } = props
  const t = useT('access')
  const tErrors = useT('errors')
  const format = useFormat()
  const me = useCurrentUser().id
  const getWrites = useAccessWrites()
  const writes = getWrites(resource)
  const state = useSyncExternalStore(writes.subscribe, writes.state)
  const [shouldFetchPeople, setShouldFetchPeople] = useState(false)
  const people = usePeople(content.courseId, shouldFetchPeople)
  const { classes } = useOwnClasses(shouldFetchPeople, { onlyTargets: true })
  const ownClassIds = useOwnClassIds()
  const grantTexts = useGrantTexts(people.all)
  const { kind, short: name } = content
  const describeRole = useRoleDescription(kind)
  const requests = useAccessRequests({
    getRows: () => rows,
    getWrites,
    grantTexts,
    people: people.all,
    onOwnAccessRemoved: () => onAccessLost(t('gone.left', { name })),
  })
  const { confirmation } = requests
  const request = (change: AccessRequest) => requests.confirmOrSend(resource, change)
  const canManage = canManageAccess(rows, me)
  const admins = adminsOf(rows)
  const ownClassGrant = rows.some(({ target }) => targetUserId(target) === me)
    ? undefined
    : rows.find(({ target }) => ownClassIds.includes(targetCourseId(target) ?? 0))
  const user = useQuery(query(meEndpoints.get, {})).data
  /** Of a class of the user, in a chat that others administer. */
  const getClassExit = ({ target }: Permission): ClassExit | undefined => {
    const isOwnClass = isNamedClass(target) && ownClassIds.includes(targetCourseId(target) ?? 0)
    if (kind !== 'chat' || canManage || !isOwnClass || !user) return undefined
    if (!isPupil(user)) return 'removeClass'
    return isAdministeredByPupils(rows) ? 'leave' : undefined
  }
  const byName = compareByFamilyName(useLocale())
  const adminNames = admins
    .map(grant => ({ name: grantTexts.nameOf(grant) }))
    .sort(byName)
    .map(({ name }) => name)
    .join(', ')
  return (
    <>
      {canManage ? (
        <AddPeople
          people={people}
          classes={classes}
          rows={rows}
          kind={kind}
          // Members of a chat can write, except in a broadcast.
          defaultRole={content.membersWrite ? 'write' : 'read'}
          state={state}
          onFieldFocus={() => setShouldFetchPeople(true)}
          onGrant={async change => {
            requests.clearRemoved()
            const outcome = await requests.send(resource, change)
            return outcome.kind === 'done' || outcome.kind === 'noEffect'
          }}
        />
      ) : (
        <Notice>
          {admins.length > 0 ? t('readOnly.named', { names: adminNames }) : t('readOnly.unnamed')}
          {kind === 'chat' && ownClassGrant && !getClassExit(ownClassGrant) && (
            <> {t('throughClass', { named: grantTexts.formatClass(ownClassGrant) })}</>
          )}
        </Notice>
      )}
      {state.conflict && (
        <ConflictNotice
          conflict={state.conflict}
          rows={rows}
          grantTexts={grantTexts}
          onRequest={request}
          onClose={writes.clearConflict}
        />
      )}
      {fetchError && <Notice tone="stale">{formatError(fetchError, tErrors, format.time)}</Notice>}
      {unreadable > 0 && <Notice tone="warn">{tErrors('unreadable', { count: unreadable })}</Notice>}
      <GrantList
        {...{ rows, kind, state }}
        grantTexts={grantTexts}
        canManage={canManage}
        getClassExit={getClassExit}
        onRequest={request}
      />
      <AccessRequestStatus {...{ requests, grantTexts }} onRestore={requests.restore} />
      {admins.length === 1 && admins[0] && targetUserId(admins[0].target) === me && (
        <Notice tone="warn">{t('onlyAdmin', { one: t(`one.${kind}`) })}</Notice>
      )}
      <Text component="dl" className={styles.roles ?? ''} size="sm" c="dimmed">
        {(['read', 'write', 'admin'] as const).map(role => (
          <Fragment key={role}>
            <Text component="dt" inherit fw={500} c="var(--text)">
              {t(`role.${role}`)}
            </Text>
            <dd>{describeRole(role)}</dd>
          </Fragment>
        ))}
      </Text>
      {confirmation && (
        <ConfirmRequestDialog
          {...{ requests, confirmation, content, rows, grantTexts, writes, onAccessLost }}
          people={people.all}
        />
      )}
    </>
  )
}
