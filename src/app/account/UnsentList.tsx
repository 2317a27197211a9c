import { Box, Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { errorSentence } from '../../i18n/errorSentence.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { useOutbox, useWrites } from '../../outbox/OutboxContext.ts'
import type { Write } from '../../outbox/queue/Writes.ts'
import { Dialog } from '../../ui/layout/Dialog.tsx'
import { useWhatWasWritten, type Written } from './useWhatWasWritten.ts'

const rule = '1px solid var(--rule)'
const standsStill = new Set(['failed', 'uncertain', 'conflict'])

/** Lists the writes of all screens that could not be sent, so that none is overlooked. */
export function UnsentList({ close }: { close: () => void }) {
  const t = useT('unsent')
  const { writes } = useOutbox()
  const all = useWrites()
  const written = useWhatWasWritten().write
  const standing = all.filter(({ state }) => standsStill.has(state))
  const waiting = all.filter(({ state }) => state === 'waiting' || state === 'sending').length
  return (
    <Dialog title={t('title')} close={{ label: t('close'), run: close }}>
      {standing.length === 0 && waiting === 0 && <Lead>{t('none')}</Lead>}
      {standing.length > 0 && (
        <>
          <Lead>{t('lead')}</Lead>
          <Box component="ul" mah="50dvh" mt="md" style={{ overflow: 'auto', borderTop: rule }}>
            {standing.map(write => (
              <UnsentEntry
                key={write.id}
                write={write}
                written={written(write)}
                retry={() => void writes.retry(write.id)}
                discard={() => void writes.cancel(write.id)}
                leave={close}
              />
            ))}
          </Box>
        </>
      )}
      {waiting > 0 && <Lead>{t('waiting', { count: waiting })}</Lead>}
    </Dialog>
  )
}

/** Introduction of a dialog, in a quieter colour. */
const Lead = ({ children }: { children: ReactNode }) => (
  <Text c="dimmed" mt="xs">
    {children}
  </Text>
)

type UnsentEntryProps = {
  write: Write
  written: Written
  retry: () => void
  discard: () => void
  leave: () => void
}

/** A write that could not be sent: its subject, the reason and the possible actions. */
export function UnsentEntry({ write, written, retry, discard, leave }: UnsentEntryProps) {
  const t = useT('unsent')
  const { what, about, to } = written
  return (
    <Box component="li" py="md" style={{ borderBottom: rule }}>
      <b>{what}</b>
      {about && (
        <Text size="sm" c="dimmed" truncate dir="auto">
          {about}
        </Text>
      )}
      <Text size="sm" c="var(--danger-text)" mt="xs">
        <Why write={write} />
      </Text>
      <Group gap="sm" mt="sm">
        {to && (
          <Button component={Link} size="sm" to={to} aria-label={t('openSaid', { what })} onClick={leave}>
            {t('open')}
          </Button>
        )}
        {/* A conflict is resolved on the screen that shows both versions. An entry with a screen of its own is
            discarded there, where its text is visible and its files are discarded with it. */}
        {write.state !== 'conflict' && (
          <Button size="sm" aria-label={t('retrySaid', { what })} onClick={retry}>
            {t('retry')}
          </Button>
        )}
        {!to && (
          <Button variant="subtle" size="sm" aria-label={t('discardSaid', { what })} onClick={discard}>
            {t('discard')}
          </Button>
        )}
      </Group>
    </Box>
  )
}

function Why({ write }: { write: Write }) {
  const t = useT('unsent')
  const errors = useT('errors')
  const { time } = useFormat()
  if (write.state === 'conflict') return t('conflict')
  if (write.state === 'uncertain') return t('uncertain')
  const error = Object.assign(new Error('refused'), write.error)
  return t('failed', { reason: write.error ? errorSentence(error, errors, time) : '' })
}
