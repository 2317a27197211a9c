import { Button, Group, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useFormatError } from '../../../i18n/useFormatError.ts'
import { useT } from '../../../i18n/useT.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import type { StoredGrant } from './coverReminders.ts'
import { type RevokeOutcome, revokeCover } from './revokeCover.ts'

type RevokeRemindersProps = {
  grants: readonly StoredGrant[]
  onForget: (permissionIds: readonly number[]) => void
}

/** One reminder for each colleague and day. */
export function RevokeReminders({ grants, onForget }: RevokeRemindersProps) {
  const groups = Map.groupBy(grants, ({ date, colleague }) => `${date}/${colleague.id}`)
  return (
    <Stack gap="sm" pt="md">
      {[...groups].map(([key, ofColleague]) => (
        <RevokeReminder key={key} grants={ofColleague} onForget={onForget} />
      ))}
    </Stack>
  )
}

const titlesOf = (grants: readonly StoredGrant[]) => grants.map(({ title }) => sanitizeName(title)).join(', ')

function RevokeReminder({ grants, onForget }: RevokeRemindersProps) {
  const t = useT('cover')
  const format = useFormat()
  const formatError = useFormatError()
  const client = useQueryClient()
  const [isRevoking, setRevoking] = useState(false)
  const [error, setError] = useState<unknown>()
  const [changed, setChanged] = useState<readonly StoredGrant[]>([])
  const [first] = grants
  const name = sanitizeName(first?.colleague.name ?? '')
  const revoke = async () => {
    setRevoking(true)
    setError(undefined)
    const outcomes: { grant: StoredGrant; outcome: RevokeOutcome }[] = []
    for (const grant of grants) {
      const outcome = await revokeCover(client, grant)
      outcomes.push({ grant, outcome })
      if (outcome.kind === 'failed') setError(outcome.error)
    }
    setChanged(outcomes.filter(({ outcome }) => outcome.kind === 'changed').map(({ grant }) => grant))
    setRevoking(false)
    onForget(
      outcomes.filter(({ outcome }) => outcome.kind === 'revoked').map(({ grant }) => grant.permissionId),
    )
  }
  return (
    <Notice tone="warn" role="status">
      <p>
        <b>{t('reminder.title', { name, day: format.day(first?.date ?? '') })}</b>
      </p>
      <p>{t('reminder.items', { count: grants.length, names: titlesOf(grants) })}</p>
      {changed.length > 0 && <p>{t('reminder.changed', { names: titlesOf(changed) })}</p>}
      {error !== undefined && (
        <p>{t('reminder.failed', { count: grants.length - changed.length, reason: formatError(error) })}</p>
      )}
      <Group gap="sm" mt="xs">
        <Button
          size="sm"
          variant="filled"
          aria-disabled={isRevoking}
          onClick={() => !isRevoking && void revoke()}
        >
          {t(isRevoking ? 'reminder.revoking' : 'reminder.revoke')}
        </Button>
        <Button
          size="sm"
          variant="subtle"
          onClick={() => onForget(grants.map(({ permissionId }) => permissionId))}
        >
          {t('reminder.dismiss')}
        </Button>
      </Group>
    </Notice>
  )
}
