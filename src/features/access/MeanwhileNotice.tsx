import { Box, Button, Group } from '@mantine/core'
import type { Permission } from '../../contract/permissions.ts'
import { useT } from '../../i18n/useT.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import type { GrantWords } from './accessWords.ts'
import { type AccessChange, type AccessRequest, meaningOf, roleOf } from './grants.ts'
import type { AccessState } from './permissionWrites.ts'

type MeanwhileNoticeProps = {
  stopped: NonNullable<AccessState['stopped']>
  /** The current grants on the content. */
  rows: readonly Permission[]
  words: GrantWords
  ask: (request: AccessRequest) => void
  forget: () => void
}

/** Notice that other users have changed the access in the meantime, so that requests were not sent. */
export function MeanwhileNotice({ stopped, rows, words, ask, forget }: MeanwhileNoticeProps) {
  const t = useT('access')
  const me = useCurrentUser().id
  const again = stopped.requests
    // The name was typed for an earlier list, so a deletion must be confirmed again.
    .map((request): AccessRequest => (request.kind === 'delete' ? { ...request, kind: 'remove' } : request))
    .filter(request => meaningOf(rows, request, me) !== 'nothing')
  return (
    <Notice tone="warn" role="alert">
      <p>{t('meanwhile.title')}</p>
      <Changes changes={stopped.changes} words={words} />
      <Group gap="sm">
        {again.length > 0 && (
          <Button
            size="sm"
            onClick={() => {
              forget()
              for (const request of again) ask(request)
            }}
          >
            {t('meanwhile.all')}
          </Button>
        )}
        <Button size="sm" onClick={forget}>
          {t('meanwhile.leave')}
        </Button>
      </Group>
    </Notice>
  )
}

/** Changes by other users since the list was loaded. */
function Changes({ changes, words }: { changes: readonly AccessChange[]; words: GrantWords }) {
  const t = useT('access')
  const roleWord = (grant: Permission) => t(`role.${roleOf(grant)}`)
  const say = (change: AccessChange) => {
    const { grant } = change
    const facts = { name: words.nameOf(grant), role: roleWord(grant) }
    if (change.kind === 'added') return t('meanwhile.added', { ...facts, by: words.givenBy(grant) })
    if (change.kind === 'removed') return t('meanwhile.removed', facts)
    const before = roleWord(change.before)
    return before === facts.role ? t('meanwhile.given', facts) : t('meanwhile.changed', { ...facts, before })
  }
  return (
    <Box component="ul" my="xs" pl="lg" style={{ listStyle: 'disc' }}>
      {changes.map(change => (
        <li key={`${change.kind} ${change.grant.id}`}>{say(change)}</li>
      ))}
    </Box>
  )
}
