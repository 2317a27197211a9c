import { useState } from 'react'
import { Virtuoso } from 'react-virtuoso'
import { type ListProps, peerApp, row } from './peerApp.tsx'

/** More than the number of messages that are ever added above the first one. */
const startIndex = 1_000_000

/**
 * Like the chat example in the documentation: opened at the last message, with older ones added through
 * `firstItemIndex`.
 */
function List({ messages }: ListProps) {
  const [oldest] = useState(() => messages[0]?.id ?? 0)
  const firstItemIndex = startIndex - (oldest - (messages[0]?.id ?? 0))
  return (
    <Virtuoso
      style={{ height: '100%' }}
      data={messages}
      firstItemIndex={firstItemIndex}
      initialTopMostItemIndex={{ index: 'LAST', align: 'end' }}
      alignToBottom
      followOutput="auto"
      computeItemKey={(_, { id }) => id}
      itemContent={(index, message) => row(message, messages[index - firstItemIndex - 1])}
    />
  )
}

export const candidate = peerApp(List)
