import { Fragment, useLayoutEffect, useRef, useState } from 'react'
import { type ListProps, peerApp, row } from './peerApp.tsx'

/** The minimum: only the last sixty messages, in a scrollable element. Older ones can't be reached. */
function LastSixty({ messages }: ListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const [firstId] = useState(() => messages.at(-60)?.id ?? 0)
  const first = messages.findLastIndex(({ id }) => id === firstId)
  useLayoutEffect(() => {
    if (atEnd.current && messages) scroller.current?.scrollTo({ top: scroller.current.scrollHeight })
  }, [messages])
  return (
    <div
      ref={scroller}
      style={{ height: '100%', overflow: 'auto' }}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        atEnd.current = scrollHeight - clientHeight - scrollTop < 2
      }}
    >
      {messages.slice(first).map((message, index) => (
        <Fragment key={message.id}>{row(message, messages[first + index - 1])}</Fragment>
      ))}
    </div>
  )
}

export const candidate = peerApp(LastSixty)
