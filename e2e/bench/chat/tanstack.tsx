import { useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef } from 'react'
import { type ListProps, peerApp, row } from './peerApp.tsx'

/** Like the chat guide of the library: anchored at the end, with measured rows. */
function List({ messages }: ListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: messages.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 44,
    getItemKey: index => messages[index]?.id ?? index,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: 80,
    overscan: 6,
  })
  useLayoutEffect(() => {
    virtualizer.scrollToEnd()
  }, [virtualizer])
  return (
    <div ref={scroller} style={{ height: '100%', overflow: 'auto', overflowAnchor: 'none' }}>
      <div style={{ position: 'relative', height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => {
          const message = messages[index]
          return (
            message && (
              <div
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                style={{ position: 'absolute', top: 0, width: '100%', transform: `translateY(${start}px)` }}
              >
                {row(message, messages[index - 1])}
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}

export const candidate = peerApp(List)
