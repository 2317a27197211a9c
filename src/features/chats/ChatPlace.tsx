import { VisuallyHidden } from '@mantine/core'
import { IconInfoCircle, IconSearch } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { Chat } from '../../contract/chats.ts'
import { readParam } from '../../contract/wire.ts'
import { useT } from '../../i18n/useT.ts'
import { isRecord } from '../../lib/isRecord.ts'
import { latePart } from '../../ui/feedback/latePart.tsx'
import { useDocumentKeys } from '../../ui/focus/useDocumentKeys.ts'
import { useShortcuts } from '../../ui/focus/useShortcuts.ts'
import { ChatHeader, ChatsHeading } from './ChatHeader.tsx'
import { Composer } from './composer/MessageEditor.tsx'
import { MessageList } from './messages/MessageList.tsx'
import styles from './OpenChat.module.css'
import { type Hit, SearchBar } from './search/SearchBar.tsx'
import { useChatName } from './useChats.ts'

const ChatInfo = latePart(async () => (await import('./info/ChatInfo.tsx')).ChatInfo)

type ChatPlaceProps = { chat: Chat; phone: boolean; back: string }

/** An open chat: header, messages and message field. */
export function ChatPlace({ chat, phone, back }: ChatPlaceProps) {
  const t = useT('chats')
  const tMessages = useT('messages')
  const nameOf = useChatName()
  const name = nameOf(chat)
  const [params] = useSearchParams()
  const addressed = readParam('message_id', params.get('message') ?? '')
  const [shown, setShown] = useState<'search' | 'info'>()
  const [hit, setHit] = useState<Hit>()
  const box = useRef<HTMLElement>(null)
  const around = useRef<HTMLDivElement>(null)
  const opener = useRef<Element | null>(null)
  const { state, key } = useLocation()
  const toWrite = isRecord(state) && state.toWrite === true && !phone
  // If the user chose the chat in the list or by a key, focus the field, or the chat if there is no field. A field that
  // is loaded later takes the focus itself (MessageEditor.tsx).
  // biome-ignore lint/correctness/useExhaustiveDependencies: also for the chat that is open already.
  useLayoutEffect(() => {
    if (toWrite) (box.current?.querySelector('textarea') ?? box.current)?.focus()
  }, [toWrite, key])
  // If the chat was opened by its address, no element has the focus. Focus the messages, so that the next Tab continues
  // there.
  useEffect(() => {
    if (document.activeElement === document.body) around.current?.focus({ preventScroll: true })
  }, [])

  const show = (what: 'search' | 'info') => {
    opener.current = document.activeElement
    setShown(what)
  }
  const close = () => {
    setShown(undefined)
    setHit(undefined)
    if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
  }
  const search = () => {
    if (shown !== 'search') return show('search')
    const field = box.current?.querySelector<HTMLInputElement>('input[type="search"]')
    field?.focus()
    field?.select()
  }
  // Works in fields, too. Ctrl+F remains the browser's search.
  useDocumentKeys(event => {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event
    if (key.toLowerCase() !== 'f' || !(ctrlKey || metaKey) || !shiftKey || altKey) return
    event.preventDefault()
    search()
  })
  useShortcuts([{ key: 'Ctrl+Shift+F', description: t('keys.searchIn') }])
  const phoneActions = [
    {
      ...{ id: 'info', label: t('chatInfo'), icon: <IconInfoCircle aria-hidden />, phone: 'icon' as const },
      run: () => show('info'),
    },
    {
      ...{ id: 'search', label: t('searchInChat'), icon: <IconSearch aria-hidden />, phone: 'find' as const },
      run: () => show('search'),
    },
  ]

  return (
    <>
      <ChatsHeading
        phone={phone}
        name={name}
        back={back}
        note={chat.member_count === undefined ? undefined : t('people', { count: chat.member_count })}
        actions={phoneActions}
      />
      <section className={styles.chat} aria-label={name} ref={box} tabIndex={-1}>
        {/* On phones the name is the heading of the page. Headings of days and polls are below this one. */}
        {phone && (
          <h2>
            <VisuallyHidden>{tMessages('title')}</VisuallyHidden>
          </h2>
        )}
        {!phone && <ChatHeader chat={chat} shown={shown} onSearch={search} onInfo={() => show('info')} />}
        {shown === 'search' && <SearchBar chat={chat} name={name} onHit={setHit} close={close} />}
        <div className={styles.talk} ref={around} tabIndex={-1}>
          <MessageList
            chat={chat}
            addressed={addressed}
            hit={shown === 'search' ? hit : undefined}
            keysRest={shown !== undefined}
          />
        </div>
        <Composer chat={chat} />
      </section>
      {shown === 'info' && <ChatInfo chat={chat} name={name} close={close} />}
    </>
  )
}
