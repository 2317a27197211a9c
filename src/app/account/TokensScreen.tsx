import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query, write } from '../../api/cache/query.ts'
import { oauth, type PersonalToken } from '../../contract/oauth.ts'
import { useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useFormatError } from '../../i18n/useFormatError.ts'
import { useT } from '../../i18n/useT.ts'
import { parseInstant } from '../../lib/schoolTime.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { ScreenHeader } from '../../ui/layout/ScreenHeader.tsx'
import { useApp } from '../AppContext.tsx'
import { ScreenMessage } from '../ErrorScreen.tsx'
import shell from '../shell/Shell.module.css'
import { NewToken } from './NewToken.tsx'
import styles from './Tokens.module.css'

/** Personal access tokens (api.md § Authentication 9), if the service supports them. */
export function TokensScreen() {
  const t = useT('tokens')
  const formatReason = useFormatError()
  const list = useQuery(query(oauth.personalTokens, {}))
  const [revokedName, setRevokedName] = useState<string>()
  if (list.isError && !list.data) {
    return (
      <ScreenMessage
        heading={t('title')}
        icon={<IconKey aria-hidden />}
        title={formatReason(list.error)}
        actions={
          list.error.kind !== 'unsupported' && (
            <Button onClick={() => void list.refetch()}>{t('tryAgain')}</Button>
          )
        }
      />
    )
  }
  return (
    <Stack gap="xl" maw="42rem" className={shell.padded ?? ''}>
      <ScreenHeader title={t('title')} />
      <Text c="dimmed">{t('lead')}</Text>
      {revokedName !== undefined && (
        <Notice tone="ok" role="status">
          {t('revoked', { name: revokedName })}
        </Notice>
      )}
      <section>
        <h2 className={styles.heading}>{t('listTitle')}</h2>
        {list.data ? (
          <TokenList tokens={list.data.rows} onRevoked={setRevokedName} />
        ) : (
          <div className={styles.row}>
            <Skeleton width="14rem" />
          </div>
        )}
      </section>
      <NewToken />
    </Stack>
  )
}

type TokenListProps = { tokens: readonly PersonalToken[]; onRevoked: (name: string) => void }

function TokenList({ tokens, onRevoked }: TokenListProps) {
  const t = useT('tokens')
  if (tokens.length === 0) return <p className={styles.row}>{t('none')}</p>
  return (
    <ul>
      {tokens.map(token => (
        <TokenRow key={token.id} token={token} onRevoked={() => onRevoked(token.name)} />
      ))}
    </ul>
  )
}

function TokenRow({ token, onRevoked }: { token: PersonalToken; onRevoked: () => void }) {
  const t = useT('tokens')
  const formatReason = useFormatError()
  const { date } = useFormat()
  const { timeZone } = useSchoolTime()
  const revoke = useMutation({ ...write(oauth.revokePersonalToken), onSuccess: onRevoked })
  const { clock } = useApp()
  const createdAt = parseInstant(token.created_at, timeZone)
  const expiresAt = token.expires_at ? parseInstant(token.expires_at, timeZone) : undefined
  return (
    <li className={styles.row}>
      <Stack gap={0} miw={0} style={{ overflowWrap: 'anywhere' }}>
        <b>{token.name}</b>
        <Text size="sm" c="dimmed">
          {[
            token.scopes.join(', '),
            createdAt !== undefined && t('made', { date: date(createdAt) }),
            expiresAt !== undefined && t(expiresAt > clock() ? 'ends' : 'ended', { date: date(expiresAt) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        {revoke.isError && (
          <Text c="var(--danger-text)" role="alert">
            {formatReason(revoke.error)}
          </Text>
        )}
      </Stack>
      <Button
        variant="subtle"
        size="sm"
        c="var(--danger-text)"
        ml="auto"
        aria-label={t('revokeNamed', { name: token.name })}
        aria-disabled={revoke.isPending}
        onClick={() => revoke.isPending || revoke.mutate({ token_id: token.id })}
      >
        {t('revoke')}
      </Button>
    </li>
  )
}
