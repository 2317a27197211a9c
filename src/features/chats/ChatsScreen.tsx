import { Center } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Navigate, Outlet, useMatch, useNavigate, useParams, useSearchParams } from 'react-router'
import type { Chat } from '../../contract/chats.ts'
import { readParam } from '../../contract/wire.ts'
import { useT } from '../../i18n/useT.ts'
import { folded, wordsOf } from '../../lib/folded.ts'
import { paths } from '../../paths.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { unlessBlocked, useUserStorage } from '../../session/userStorage.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { useDocumentKeys } from '../../ui/focus/useDocumentKeys.ts'
import { useShortcuts } from '../../ui/focus/useShortcuts.ts'
import { useIsPhone } from '../../ui/layout/screenSize.ts'
import { useAddressedText } from '../../ui/useAddressedText.ts'
import { ChatsHeading } from './ChatHeader.tsx'
import styles from './ChatsScreen.module.css'
import { ChatList } from './list/ChatList.tsx'
import { OpenChat } from './OpenChat.tsx'
import { useChatSync } from './sync/ChatSyncContext.ts'
import { oneLine, useChatName, useChats } from './useChats.ts'

/**
 * /chats, /chats/new, /chats/:chatId?find=&message=: the chat list, with the open chat next to it. On phones these are
 * two pages.
 */
export function ChatsScreen() {
  const t = useT('chats')
  const navigate = useNavigate()
  const params = useParams()
  const phone = useIsPhone()
  const list = useChats()
  const nameOf = useChatName()
  const { typed: find, type: setFind } = useFind()
  const shown = findChats(list.chats, find, nameOf)
  const searchField = useRef<HTMLInputElement>(null)
  const place = useRef(0)
  const reads = useChatSync()?.reads

  const addressed = params.chatId === undefined ? undefined : Number(params.chatId)
  const atList = useMatch(paths.chats()) !== null
  const isThere = (id: number | undefined) => list.chats.some(chat => chat.id === id)
  const last = useLastOpen(isThere(addressed) ? addressed : undefined)
  // Larger screens also show the chat that was open last, for example behind the form for a new chat.
  const resumed = phone || (list.asOf !== undefined && !isThere(last)) ? undefined : last
  const open = addressed ?? resumed

  const go = (chatId: number) =>
    void navigate(paths.chat(chatId, find === '' ? {} : { find }), {
      state: { keepsFocus: true, toWrite: true },
    })
  // Alt and an arrow key switch chats, also while a field has the focus. With Shift, chats without unread messages are
  // skipped.
  useDocumentKeys(event => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined
    if (step === undefined || !event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const isUnread = (chat: Chat) => (reads?.unread(chat) ?? chat.unread_messages) > 0
    const next = nextChat(shown, open, step, chat => !event.shiftKey || isUnread(chat))
    if (next) go(next.id)
  })
  useShortcuts([
    { key: '/', description: t('keys.search'), run: () => searchField.current?.focus() },
    { key: 'ArrowUp', description: t('keys.rows') },
    { key: 'ArrowDown', description: t('keys.rows') },
    { key: 'Alt+ArrowUp', description: t('keys.step') },
    { key: 'Alt+ArrowDown', description: t('keys.step') },
    { key: 'Alt+Shift+ArrowUp', description: t('keys.unread') },
    { key: 'Alt+Shift+ArrowDown', description: t('keys.unread') },
  ])

  return (
    <div className={styles.screen}>
      {atList && open !== undefined && list.asOf !== undefined && (
        <Navigate to={paths.chat(open, find === '' ? {} : { find })} replace state={{ keepsFocus: true }} />
      )}
      {!(phone && open !== undefined) && (
        <ChatList
          list={list}
          shown={shown}
          open={open}
          find={find}
          onFind={setFind}
          onOpen={chat => go(chat.id)}
          searchField={searchField}
          place={place}
        />
      )}
      {open !== undefined && <OpenChat key={open} chatId={open} list={list} phone={phone} find={find} />}
      {open === undefined && (
        <>
          <ChatsHeading />
          {!phone && (
            <Center p="xl">
              {list.chats.length > 0 && (
                <EmptyState icon={<IconMessages aria-hidden />} title={t('noneOpen.title')}>
                  {t('noneOpen.lead')}
                </EmptyState>
              )}
            </Center>
          )}
        </>
      )}
      <Outlet />
    </div>
  )
}

/**
 * Returns the chat `step` (1 or -1) away from the open one, in the order of the list. It does not wrap around. Without
 * an open chat it returns the first or the last one. Chats that do not match `among` are skipped.
 */
export function nextChat<C extends { id: number }>(
  chats: readonly C[],
  open: number | undefined,
  step: 1 | -1,
  among: (chat: C) => boolean = () => true,
): C | undefined {
  const at = chats.findIndex(chat => chat.id === open)
  const ahead = step === 1 ? chats.slice(at + 1) : chats.slice(0, at < 0 ? chats.length : at).reverse()
  return ahead.find(among)
}

/** Returns the chat that was open last in this browser, and remembers the current one. Only its ID is stored. */
function useLastOpen(open: number | undefined): number | undefined {
  const storage = useUserStorage()
  const key = `staffroom:${useCurrentUser().id}:chat`
  const [last, setLast] = useState(() =>
    readParam('chat_id', passing.get(key) ?? unlessBlocked(() => storage?.getItem(key)) ?? ''),
  )
  if (open !== undefined && open !== last) setLast(open)
  useEffect(() => {
    if (open === undefined) return
    const isKept = unlessBlocked(() => {
      storage?.setItem(key, `${open}`)
      return storage !== undefined
    })
    if (isKept) passing.delete(key)
    else passing.set(key, `${open}`)
  }, [storage, key, open])
  return open ?? last
}

/** Used if the browser's storage is blocked. Lasts until the page is closed. */
const passing = new Map<string, string>()

export function findChats(
  chats: readonly Chat[],
  find: string,
  nameOf: (chat: Chat) => string,
): readonly Chat[] {
  const words = wordsOf(find)
  if (words.length === 0) return chats
  return chats.filter(chat => {
    const last = chat.last_message
    const text = folded(`${nameOf(chat)} ${last?.user?.name ?? ''} ${oneLine(last?.text ?? '')}`)
    return words.every(word => text.includes(word))
  })
}

function useFind() {
  const [params, setParams] = useSearchParams()
  return useAddressedText(params.get('find') ?? '', text =>
    setParams(
      before => {
        if (text === '') before.delete('find')
        else before.set('find', text)
        return before
      },
      { replace: true, preventScrollReset: true, defaultShouldRevalidate: false },
    ),
  )
}
