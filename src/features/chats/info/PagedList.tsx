import { Button } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useT } from '../../../i18n/useT.ts'

type PagedListProps<Entry> = {
  label: string
  entries: readonly Entry[]
  /** How many are shown at a time. */
  size: number
  /** An entry within its row. */
  children: (entry: Entry) => ReactNode
  keyOf: (entry: Entry) => string | number
}

/** A list that may be long, a portion more at a time. */
export function PagedList<Entry>({ label, entries, size, children, keyOf }: PagedListProps<Entry>) {
  const t = useT('chats')
  const [most, setMost] = useState(size)
  const list = useRef<HTMLUListElement>(null)
  const left = entries.length - most
  const showMore = () => {
    flushSync(() => setMost(most + size))
    // The button may be gone: one reads on where it stood.
    const first = list.current?.children[most]
    if (first instanceof HTMLElement) first.focus()
  }
  return (
    <>
      <ul aria-label={label} ref={list}>
        {entries.slice(0, most).map(entry => (
          <li key={keyOf(entry)} tabIndex={-1}>
            {children(entry)}
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button size="sm" onClick={showMore}>
          {t('more', { count: left })}
        </Button>
      )}
    </>
  )
}
