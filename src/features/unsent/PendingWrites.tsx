import { Box, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useEntries } from '../../delivery/DeliveryContext.ts'
import { type Entry, isUnfinished } from '../../delivery/entries/Entry.ts'
import { EntryStatus } from './EntryStatus.tsx'

type PendingWritesProps = {
  /** A lane, or the beginning of several that ends with a slash. */
  lane: string
  /** Only the entries of one action. */
  group?: string
  /** What is being sent, below its title. */
  renderContent?: (entry: Entry) => ReactNode
  /** Compares both versions of an entry in conflict. */
  renderConflict?: (entry: Entry) => ReactNode
  onEdited?: (entry: Entry) => void
}

/** What is waiting, failed, unclear or in conflict in a lane. */
export function PendingWrites({ lane, group, renderContent, renderConflict, onEdited }: PendingWritesProps) {
  const entries = useEntries(lane)
    .filter(isUnfinished)
    .filter(entry => lane.endsWith('/') || entry.lane === lane)
    .filter(entry => group === undefined || entry.group === group)
  if (entries.length === 0) return null
  return (
    <Box component="ul" my="md">
      {entries.map(entry => (
        <Box key={entry.id} component="li" py="sm">
          <Text fw={600} dir="auto">
            {entry.title}
          </Text>
          {renderContent?.(entry)}
          <EntryStatus entry={entry} {...(onEdited && { onEdited: () => onEdited(entry) })}>
            {entry.state === 'conflict' ? renderConflict?.(entry) : undefined}
          </EntryStatus>
        </Box>
      ))}
    </Box>
  )
}
