import { Box, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useEntries } from '../../delivery/DeliveryContext.ts'
import { isBlocked, isUnfinished } from '../../delivery/entries/Entry.ts'
import { EntryStatus } from '../../features/unsent/EntryStatus.tsx'
import { useT } from '../../i18n/useT.ts'
import { Dialog } from '../../ui/layout/Dialog.tsx'

/** Lists what could not be sent on all screens, and what waits. */
export function UnsentList({ close }: { close: () => void }) {
  const t = useT('unsent')
  const unfinished = useEntries().filter(isUnfinished)
  const blocked = unfinished.filter(isBlocked)
  const waiting = unfinished.length - blocked.length
  return (
    <Dialog title={t('title')} close={{ label: t('close'), run: close }}>
      {unfinished.length === 0 && <Lead>{t('none')}</Lead>}
      {blocked.length > 0 && <Lead>{t('lead')}</Lead>}
      {waiting > 0 && <Lead>{t('waiting', { count: waiting })}</Lead>}
      <Box component="ul" mah="60dvh" mt="md" style={{ overflow: 'auto' }}>
        {[...blocked, ...unfinished.filter(entry => !isBlocked(entry))].map(entry => (
          <Box key={entry.id} component="li" py="sm" style={{ borderBottom: '1px solid var(--rule)' }}>
            {entry.path ? (
              <Link to={entry.path} onClick={close}>
                {entry.title}
              </Link>
            ) : (
              <b>{entry.title}</b>
            )}
            <EntryStatus entry={entry} onEdited={close} />
          </Box>
        ))}
      </Box>
    </Dialog>
  )
}

const Lead = ({ children }: { children: ReactNode }) => (
  <Text c="dimmed" mt="xs">
    {children}
  </Text>
)
