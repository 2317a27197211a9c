import { Box, Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatError } from '../../i18n/formatError.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { useOutbox, useWrites } from '../../outbox/OutboxContext.ts'
import type { Write } from '../../outbox/queue/Writes.ts'
import { useStoredAction } from '../../ui/feedback/useStoredAction.tsx'
import { Dialog } from '../../ui/layout/Dialog.tsx'
import { useWriteDescriptions, type WriteDescription } from './useWriteDescriptions.ts'

const border = '1px solid var(--rule)'
const blockedStates = new Set(['failed', 'uncertain', 'conflict'])

/** Lists the writes of all screens that could not be sent, and those that wait. */
export function UnsentList({ close }: { close: () => void }) {
  const t = useT('unsent')
  const { writes } = useOutbox()
  const all = useWrites()
  const describeWrite = useWriteDescriptions().write
  const blocked = all.filter(({ state }) => blockedStates.has(state))
  const pending = all.filter(({ state }) => state === 'waiting' || state === 'sending')
  return (
    <Dialog title={t('title')} close={{ label: t('close'), run: close }}>
      {blocked.length === 0 && pending.length === 0 && <Lead>{t('none')}</Lead>}
      {blocked.length > 0 && (
        <>
          <Lead>{t('lead')}</Lead>
          <Box component="ul" mah="50dvh" mt="md" style={{ overflow: 'auto', borderTop: border }}>
            {blocked.map(write => (
              <UnsentEntry
                key={write.id}
                write={write}
                description={describeWrite(write)}
                retry={() => writes.retry(write.id)}
                discard={() => writes.cancel(write.id)}
                onLeave={close}
              />
            ))}
          </Box>
        </>
      )}
      {pending.length > 0 && (
        <>
          <Lead>{t('waiting', { count: pending.length })}</Lead>
          <Box component="ul" mah="30dvh" mt="md" style={{ overflow: 'auto' }}>
            {pending.map(write => (
              <PendingEntry key={write.id} description={describeWrite(write)} onLeave={close} />
            ))}
          </Box>
        </>
      )}
    </Dialog>
  )
}

const Lead = ({ children }: { children: ReactNode }) => (
  <Text c="dimmed" mt="xs">
    {children}
  </Text>
)

type PendingEntryProps = { description: WriteDescription; onLeave: () => void }

/** A write that is sent as soon as possible, with a link to its screen. */
function PendingEntry({ description: { label, detail, path }, onLeave }: PendingEntryProps) {
  return (
    <Box component="li" py="sm" style={{ borderBottom: border }}>
      {path ? (
        <Link to={path} onClick={onLeave}>
          {label}
        </Link>
      ) : (
        <b>{label}</b>
      )}
      {detail && (
        <Text size="sm" c="dimmed" truncate dir="auto">
          {detail}
        </Text>
      )}
    </Box>
  )
}

type UnsentEntryProps = {
  write: Write
  description: WriteDescription
  retry: () => Promise<unknown>
  discard: () => Promise<unknown>
  onLeave: () => void
}

/** A write that could not be sent, with the reason and actions. */
function UnsentEntry({ write, description, retry, discard, onLeave }: UnsentEntryProps) {
  const t = useT('unsent')
  const { label, detail, path } = description
  const { run, storageError } = useStoredAction()
  return (
    <Box component="li" py="md" style={{ borderBottom: border }}>
      <b>{label}</b>
      {detail && (
        <Text size="sm" c="dimmed" truncate dir="auto">
          {detail}
        </Text>
      )}
      <Text size="sm" c="var(--danger-text)" mt="xs">
        <FailureReason write={write} />
      </Text>
      <Group gap="sm" mt="sm">
        {path && (
          <Button
            component={Link}
            size="sm"
            to={path}
            aria-label={t('openSaid', { what: label })}
            onClick={onLeave}
          >
            {t('open')}
          </Button>
        )}
        {/* A conflict is resolved on the screen that shows both versions. An entry with a screen of its own is
            discarded there, where its text is visible and its files are discarded with it. */}
        {write.state !== 'conflict' && (
          <Button size="sm" aria-label={t('retrySaid', { what: label })} onClick={() => run(retry)}>
            {t('retry')}
          </Button>
        )}
        {!path && (
          <Button
            variant="subtle"
            size="sm"
            aria-label={t('discardSaid', { what: label })}
            onClick={() => run(discard)}
          >
            {t('discard')}
          </Button>
        )}
      </Group>
      {storageError}
    </Box>
  )
}

function FailureReason({ write }: { write: Write }) {
  const t = useT('unsent')
  const errors = useT('errors')
  const { time } = useFormat()
  if (write.state === 'conflict') return t('conflict')
  if (write.state === 'uncertain') return t('uncertain')
  return t('failed', { reason: write.error ? formatError(write.error, errors, time) : '' })
}
