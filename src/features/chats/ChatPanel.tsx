import { VisuallyHidden } from '@mantine/core'
import { IconInfoCircle, IconSearch } from '@tabler/icons-react'
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { Chat } from '../../contract/chats.ts'
import { readParam } from '../../contract/wire.ts'
import { useT } from '../../i18n/useT.ts'
import { isRecord } from '../../lib/isRecord.ts'
import { lazyComponent } from '../../ui/feedback/lazyComponent.tsx'
import { useDocumentKeys } from '../../ui/focus/useDocumentKeys.ts'
import { useShortcuts } from '../../ui/focus/useShortcuts.ts'
import { ChatHeader, ChatsHeading } from './ChatHeader.tsx'
import { Composer } from './composer/MessageEditor.tsx'
import { MessageList } from './messages/MessageList.tsx'
import { AddingPeople } from './newChat/AddingPeople.tsx'
import styles from './OpenChat.module.css'
import { SearchBar, type SearchHit } from './search/SearchBar.tsx'
import { useChatName } from './useChats.ts'

const ChatInfo = lazyComponent(async () => (await import('./info/ChatInfo.tsx')).ChatInfo)

type ChatPanelProps = { chat: Chat; isPhone: boolean; back: string }

export function ChatPanel({ chat, isPhone, back }: ChatPanelProps) {
  const t = useT('chats')
  const tMessages = useT('messages')
  const nameOf = useChatName()
  const name = nameOf(chat)
  const [params] = useSearchParams()
  const linkedMessageId = readParam('message_id', params.get('message') ?? '')
  const [openPanel, setOpenPanel] = useState<'search' | 'info'>()
  const [hit, setHit] = useState<SearchHit>()
  const sectionRef = useRef<HTMLElement>(null)
  const messagesRef = useRef<HTMLDivElement>(null)
  const searchFieldRef = useRef<HTMLInputElement>(null)
  const openerRef = useRef<Element | null>(null)
  const { state, key } = useLocation()
  const shouldFocusField = isRecord(state) && state.toWrite === true && !isPhone
  // Focus the field, or the chat if the field is not loaded yet. MessageEditor.tsx then moves the focus to the field.
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when the open chat is chosen again.
  useLayoutEffect(() => {
    if (shouldFocusField) (sectionRef.current?.querySelector('textarea') ?? sectionRef.current)?.focus()
  }, [shouldFocusField, key])
  // Focus the messages after a reload, so that the next Tab continues there.
  useEffect(() => {
    if (document.activeElement === document.body) messagesRef.current?.focus({ preventScroll: true })
  }, [])

  const showPanel = (panel: 'search' | 'info') => {
    openerRef.current = document.activeElement
    setOpenPanel(panel)
  }
  const closePanel = () => {
    setOpenPanel(undefined)
    setHit(undefined)
    if (openerRef.current instanceof HTMLElement && openerRef.current.isConnected) openerRef.current.focus()
  }
  const openSearch = () => {
    if (openPanel !== 'search') return showPanel('search')
    searchFieldRef.current?.focus()
    searchFieldRef.current?.select()
  }
  // Also in text fields. Ctrl+F remains the browser's search.
  useDocumentKeys(event => {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event
    if (key.toLowerCase() !== 'f' || !(ctrlKey || metaKey) || !shiftKey || altKey) return
    event.preventDefault()
    openSearch()
  })
  useShortcuts([{ key: 'Ctrl+Shift+F', description: t('keys.searchIn') }])
  const phoneActions = [
    {
      ...{ id: 'info', label: t('chatInfo'), icon: <IconInfoCircle aria-hidden />, phone: 'icon' as const },
      run: () => showPanel('info'),
    },
    {
      ...{ id: 'search', label: t('searchInChat'), icon: <IconSearch aria-hidden />, phone: 'find' as const },
      run: () => showPanel('search'),
    },
  ]

  return (
    <>
      <ChatsHeading
        isPhone={isPhone}
        name={name}
        back={back}
        note={chat.member_count === undefined ? undefined : t('people', { count: chat.member_count })}
        actions={phoneActions}
      />
      <section className={styles.chat} aria-label={name} ref={sectionRef} tabIndex={-1}>
        {/* On phones the name of the chat is the `h1`, and days are `h3`. */}
        {isPhone && (
          <h2>
            <VisuallyHidden>{tMessages('title')}</VisuallyHidden>
          </h2>
        )}
        {!isPhone && (
          <ChatHeader
            chat={chat}
            openPanel={openPanel}
            onSearch={openSearch}
            onInfo={() => showPanel('info')}
          />
        )}
        {openPanel === 'search' && (
          <SearchBar chat={chat} name={name} onHit={setHit} close={closePanel} field={searchFieldRef} />
        )}
        <Suspense fallback={null}>
          <AddingPeople chatId={chat.id} />
        </Suspense>
        <div className={styles.messages} ref={messagesRef} tabIndex={-1}>
          <MessageList
            chat={chat}
            linkedMessageId={linkedMessageId}
            hit={openPanel === 'search' ? hit : undefined}
            areKeysDisabled={openPanel !== undefined}
          />
        </div>
        <Composer chat={chat} />
      </section>
      {openPanel === 'info' && <ChatInfo chat={chat} name={name} close={closePanel} />}
    </>
  )
}
