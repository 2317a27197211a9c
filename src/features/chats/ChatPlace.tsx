import { IconInfoCircle, IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Chat } from '../../contract/chats.ts'
import { readParam } from '../../contract/params.ts'
import { useT } from '../../i18n/useT.ts'
import { lazyChunk } from '../../lib/lazyChunk.ts'
import { useShortcuts } from '../../ui/useShortcuts.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { ChatHeader } from './ChatHeader.tsx'
import { ChatsHeading } from './ChatsHeading.tsx'
import { Composer } from './composer/Composer.tsx'
import { useChatName } from './list/useChatName.ts'
import styles from './OpenChat.module.css'
import { PhoneHeading } from './PhoneHeading.tsx'
import { type Hit, SearchBar } from './search/SearchBar.tsx'
import { useSearchKey } from './search/useSearchKey.ts'
import { Talk } from './talk/Talk.tsx'
import type { TalkHandle } from './talk/TalkHandle.ts'
import { TalkSkeleton } from './talk/TalkSkeleton.tsx'
import { useEscapeToNewest } from './useEscapeToNewest.ts'
import { useFocusToWrite } from './useFocusToWrite.ts'
import { useTabToTalk } from './useTabToTalk.ts'

const ChatInfo = lazy(async () => ({
  default: (await lazyChunk(() => import('./info/ChatInfo.tsx'))).ChatInfo,
}))

type ChatPlaceProps = {
  chat: Chat
  phone: boolean
  /** Address of the list. */
  back: string
}

/** A chat that is open: its head, what is said in it, and the field to write in. */
export function ChatPlace({ chat, phone, back }: ChatPlaceProps) {
  const t = useT('chats')
  const tTalk = useT('talk')
  const nameOf = useChatName()
  const name = nameOf(chat)
  const [params] = useSearchParams()
  const addressed = readParam('message_id', params.get('message') ?? '')
  const [shown, setShown] = useState<'search' | 'info'>()
  const [hit, setHit] = useState<Hit>()
  const talk = useRef<TalkHandle>(null)
  const box = useRef<HTMLElement>(null)
  const around = useRef<HTMLDivElement>(null)
  const opener = useRef<Element | null>(null)
  useFocusToWrite(box, phone)
  useTabToTalk(around)
  useEscapeToNewest(box, shown !== undefined, () => talk.current?.toNewest())

  const show = useCallback((what: 'search' | 'info') => {
    opener.current = document.activeElement
    setShown(what)
  }, [])
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
  useSearchKey(search)
  useShortcuts([{ key: 'Ctrl+Shift+F', description: t('keys.searchIn') }])
  const phoneActions = useMemo(
    () => [
      {
        id: 'info',
        label: t('chatInfo'),
        icon: <IconInfoCircle aria-hidden />,
        phone: 'icon' as const,
        run: () => show('info'),
      },
      {
        id: 'search',
        label: t('searchInChat'),
        icon: <IconSearch aria-hidden />,
        phone: 'find' as const,
        run: () => show('search'),
      },
    ],
    [t, show],
  )

  return (
    <>
      {phone ? (
        <PhoneHeading
          name={name}
          back={back}
          note={chat.member_count === undefined ? undefined : t('people', { count: chat.member_count })}
          actions={phoneActions}
        />
      ) : (
        <ChatsHeading open={name} />
      )}
      <section className={styles.chat} aria-label={name} ref={box} tabIndex={-1}>
        {/* On phones the name is the page's own heading; days and polls come below this one. */}
        {phone && (
          <h2>
            <VisuallyHidden>{tTalk('title')}</VisuallyHidden>
          </h2>
        )}
        {!phone && <ChatHeader chat={chat} shown={shown} onSearch={search} onInfo={() => show('info')} />}
        {shown === 'search' && <SearchBar chat={chat} name={name} onHit={setHit} close={close} />}
        <div className={styles.talk} ref={around} tabIndex={-1}>
          <Suspense fallback={<TalkSkeleton />}>
            <Talk chat={chat} addressed={addressed} hit={shown === 'search' ? hit : undefined} ref={talk} />
          </Suspense>
        </div>
        <Composer chat={chat} />
      </section>
      {shown === 'info' && (
        <Suspense fallback={null}>
          <ChatInfo chat={chat} name={name} close={close} />
        </Suspense>
      )}
    </>
  )
}
