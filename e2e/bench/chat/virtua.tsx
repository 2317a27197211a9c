import { Fragment, useLayoutEffect, useRef } from 'react'
import { VList, type VListHandle } from 'virtua'
import { type ListProps, peerApp, row } from './peerApp.tsx'

/** Like the chat example of virtua. */
function Virtua({ messages, shift }: ListProps) {
  const list = useRef<VListHandle>(null)
  const atEnd = useRef(true)
  useLayoutEffect(() => {
    if (atEnd.current) list.current?.scrollToIndex(messages.length - 1, { align: 'end' })
  }, [messages])
  return (
    <VList
      ref={list}
      data={messages}
      shift={shift}
      style={{ height: '100%' }}
      onScroll={offset => {
        if (list.current) atEnd.current = offset - list.current.scrollSize + list.current.viewportSize >= -1.5
      }}
    >
      {(message, index) => <Fragment key={message.id}>{row(message, messages[index - 1])}</Fragment>}
    </VList>
  )
}

export const candidate = peerApp(Virtua)
