import { Box, Button, Group } from '@mantine/core'
import type { Permission } from '../../contract/permissions.ts'
import { useT } from '../../i18n/useT.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import type { GrantTexts } from './accessTexts.ts'
import { type AccessChange, type AccessRequest, getRequestEffect, roleOf } from './grants.ts'
import type { AccessState } from './permissionWrites.ts'

type ConflictNoticeProps = {
  conflict: NonNullable<AccessState['conflict']>
  rows: readonly Permission[]
  grantTexts: GrantTexts
  onRequest: (request: AccessRequest) => void
  onClose: () => void
}

export function ConflictNotice({ conflict, rows, grantTexts, onRequest, onClose }: ConflictNoticeProps) {
  const t = useT('access')
  const me = useCurrentUser().id
  const requestsToRepeat = conflict.requests
    // The name was typed for an earlier list, so the user must confirm again.
    .map((request): AccessRequest => (request.kind === 'delete' ? { ...request, kind: 'remove' } : request))
    .filter(request => getRequestEffect(rows, request, me) !== 'noEffect')
  return (
    <Notice tone="warn" role="alert">
      <p>{t('meanwhile.title')}</p>
      <ChangeList changes={conflict.changes} grantTexts={grantTexts} />
      <Group gap="sm">
        {requestsToRepeat.length > 0 && (
          <Button
            size="sm"
            onClick={() => {
              onClose()
              for (const request of requestsToRepeat) onRequest(request)
            }}
          >
            {t('meanwhile.all')}
          </Button>
        )}
        <Button size="sm" onClick={onClose}>
          {t('meanwhile.leave')}
        </Button>
      </Group>
    </Notice>
  )
}

function ChangeList({ changes, grantTexts }: { changes: readonly AccessChange[]; grantTexts: GrantTexts }) {
  const t = useT('access')
  const getRoleText = (grant: Permission) => t(`role.${roleOf(grant)}`)
  const formatChange = (change: AccessChange) => {
    const { grant } = change
    const values = { name: grantTexts.nameOf(grant), role: getRoleText(grant) }
    if (change.kind === 'added')
      return t('meanwhile.added', { ...values, by: grantTexts.formatGivenBy(grant) })
    if (change.kind === 'removed') return t('meanwhile.removed', values)
    const baseRole = getRoleText(change.base)
    return baseRole === values.role
      ? t('meanwhile.given', values)
      : t('meanwhile.changed', { ...values, before: baseRole })
  }
  return (
    <Box component="ul" my="xs" pl="lg" style={{ listStyle: 'disc' }}>
      {changes.map(change => (
        <li key={`${change.kind} ${change.grant.id}`}>{formatChange(change)}</li>
      ))}
    </Box>
  )
}
