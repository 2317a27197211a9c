import { Box, Button } from '@mantine/core'
import { useDelivery, useEntries } from '../../../delivery/DeliveryContext.ts'
import { type Entry, isBlocked, isUnfinished } from '../../../delivery/entries/Entry.ts'
import { useT } from '../../../i18n/useT.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useStoredAction } from '../../../ui/feedback/useStoredAction.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { EntryStatus } from '../../unsent/EntryStatus.tsx'
import { getAddingProgress, getCreatedChat, newChatLanePrefix } from './newChatEntry.ts'

/** What remains to be done for a new chat. */
export function AddingPeople({ chatId }: { chatId: number }) {
  return useEntries(newChatLanePrefix)
    .filter(entry => isUnfinished(entry) && getCreatedChat(entry)?.id === chatId)
    .map(entry => <Progress key={entry.id} entry={entry} />)
}

function Progress({ entry }: { entry: Entry }) {
  const t = useT('newChat')
  const { entries } = useDelivery()
  const { run, storageError } = useStoredAction()
  const { done, count, next, hasMessage } = getAddingProgress(entry)
  const name = next !== undefined && isBlocked(entry) ? sanitizeName(next) : undefined
  return (
    <Box px="lg" pt="sm">
      <Notice tone={isBlocked(entry) ? 'warn' : 'stale'}>
        {count > 0 && <p>{t('adding.progress', { done: String(done), count: String(count) })}</p>}
        {name !== undefined && <p>{t('adding.stopped', { name })}</p>}
        {hasMessage && <p>{t('adding.thenMessage')}</p>}
        <EntryStatus entry={entry} />
        {name !== undefined && (
          <Button size="sm" variant="subtle" onClick={() => run(() => entries.skip(entry.id))}>
            {t('adding.skip', { name })}
          </Button>
        )}
        {storageError}
      </Notice>
    </Box>
  )
}
