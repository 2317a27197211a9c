import { type KeyboardEvent, type Ref, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Chat } from '../../../contract/chats.ts'
import { useT } from '../../../i18n/useT.ts'
import { useNow } from '../../../ui/SchoolTime.tsx'
import styles from './ChatList.module.css'
import { ChatListContent } from './ChatListContent.tsx'
import { ChatListNotices } from './ChatListNotices.tsx'
import { ChatSearch } from './ChatSearch.tsx'
import { focusChat } from './focusChat.ts'
import type { ChatsKnown } from './useChats.ts'
import { useOwnMarks } from './useOwnMarks.ts'

type ChatListProps = {
  list: ChatsKnown
  /** Those of them that match what is searched for. */
  shown: readonly Chat[]
  /** Id of the chat that is open. */
  open: number | undefined
  find: string
  onFind: (text: string) => void
  onOpen: (chat: Chat) => void
  searchField: Ref<HTMLInputElement>
  /** How far down it was when it was shown last; phones leave it for a chat and come back. */
  place: { current: number }
}

/** The chats of the person, whoever spoke last first, and a field to search them. */
export function ChatList(props: ChatListProps) {
  const { list, shown, open, find, onFind, onOpen, searchField, place } = props
  const t = useT('chats')
  const now = useNow()
  const marks = useOwnMarks()
  const box = useRef<HTMLElement>(null)
  const [focused, setFocused] = useState<number>()

  useLayoutEffect(() => {
    const scroller = box.current
    if (!scroller) return
    scroller.scrollTop = place.current
    return () => {
      place.current = scroller.scrollTop
    }
  }, [place])

  useEffect(() => {
    if (open === undefined) return
    box.current?.querySelector(`[data-chat="${open}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [open])

  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    if (focusChat(box.current, event.key)) event.preventDefault()
  }
  return (
    <aside
      className={styles.list}
      aria-label={t('title')}
      ref={box}
      onKeyDown={press}
      onFocus={({ target }) => {
        const id = Number(target.closest('[data-chat]')?.getAttribute('data-chat'))
        if (id > 0) setFocused(id)
      }}
    >
      {(list.chats.length > 0 || find !== '') && (
        <ChatSearch
          find={find}
          found={find.trim() === '' ? undefined : shown.length}
          onFind={onFind}
          onEnter={() => shown[0] && onOpen(shown[0])}
          onLeave={() => box.current?.querySelector<HTMLElement>('[aria-current="page"]')?.focus()}
          field={searchField}
        />
      )}
      <ChatListNotices list={list} now={now} />
      <ChatListContent
        list={list}
        shown={shown}
        marks={marks}
        open={open}
        focused={focused}
        find={find}
        now={now}
        onShowAll={() => onFind('')}
      />
    </aside>
  )
}
