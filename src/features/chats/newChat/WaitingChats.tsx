import { Box, Text } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { useNavigate } from 'react-router'
import { useEntries } from '../../../delivery/DeliveryContext.ts'
import { type Entry, isBlocked, isUnfinished } from '../../../delivery/entries/Entry.ts'
import { paths } from '../../../paths.ts'
import { EntryStatus } from '../../unsent/EntryStatus.tsx'
import { newChatKey } from './newChatDraft.ts'
import { newChatLanePrefix } from './newChatEntry.ts'

/** Chats that could not be created yet. */
export function WaitingChats() {
  const { online } = useNetwork()
  const navigate = useNavigate()
  // Most chats are created within a moment.
  const isShown = (entry: Entry) =>
    isUnfinished(entry) &&
    entry.results.length === 0 &&
    (isBlocked(entry) || !online || entry.error !== undefined)
  const entries = useEntries(newChatLanePrefix).filter(isShown)
  if (entries.length === 0) return null
  const openForm = ({ draft }: Entry) => {
    const key = draft?.key
    void navigate(paths.newChat(key === undefined || key === newChatKey ? {} : { draft: key }))
  }
  return (
    <Box component="ul" px="lg" pb="md">
      {entries.map(entry => (
        <Box key={entry.id} component="li" py="sm">
          <Text fw={600} dir="auto" truncate>
            {entry.title}
          </Text>
          <EntryStatus entry={entry} onEdited={() => openForm(entry)} />
        </Box>
      ))}
    </Box>
  )
}
