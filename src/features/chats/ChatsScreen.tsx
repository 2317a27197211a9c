import { Center } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Navigate, Outlet, useMatch, useNavigate, useParams, useSearchParams } from 'react-router'
import type { Chat } from '../../contract/chats.ts'
import { readParam } from '../../contract/wire.ts'
import { useT } from '../../i18n/useT.ts'
import { foldText, splitWords } from '../../lib/foldText.ts'
import { paths } from '../../paths.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { createTextStore } from '../../session/textStore.ts'
import { useUserStorage } from '../../session/userStorage.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { useDocumentKeys } from '../../ui/focus/useDocumentKeys.ts'
import { useShortcuts } from '../../ui/focus/useShortcuts.ts'
import { useIsPhone } from '../../ui/layout/screenSize.ts'
import { useUrlText } from '../../ui/useUrlText.ts'
import { ChatsHeading } from './ChatHeader.tsx'
import styles from './ChatsScreen.module.css'
import { ChatList } from './list/ChatList.tsx'
import { OpenChat } from './OpenChat.tsx'
import { getAnswer } from './quote.ts'
import { useUnreadCounts } from './sync/readState.ts'
import { toSingleLine, useChatName, useChats } from './useChats.ts'

/** /chats, /chats/new, /chats/:chatId?find=&message=. List and open chat are two pages on phones. */
export function ChatsScreen() {
  const t = useT('chats')
  const navigate = useNavigate()
  const params = useParams()
  const isPhone = useIsPhone()
  const list = useChats()
  const nameOf = useChatName()
  const { text: searchText, setText: setSearchText } = useListSearch()
  const visibleChats = findChats(list.chats, searchText, nameOf)
  const searchField = useRef<HTMLInputElement>(null)
  const scrollTop = useRef(0)
  const unreadCountOf = useUnreadCounts()

  const routeChatId = params.chatId === undefined ? undefined : Number(params.chatId)
  const isListRoute = useMatch(paths.chats()) !== null
  const isInList = (id: number | undefined) => list.chats.some(chat => chat.id === id)
  const lastOpenId = useLastOpenChatId(isInList(routeChatId) ? routeChatId : undefined)
  // Larger screens also show the last open chat.
  const resumedId = isPhone || (list.loadedAt !== undefined && !isInList(lastOpenId)) ? undefined : lastOpenId
  const openChatId = routeChatId ?? resumedId

  const openChat = (chatId: number) =>
    void navigate(paths.chat(chatId, searchText === '' ? {} : { find: searchText }), {
      state: { keepsFocus: true, toWrite: true },
    })
  // Alt with an arrow key switches chats, also in text fields. Shift skips read chats.
  useDocumentKeys(event => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined
    if (step === undefined || !event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const isCandidate = (chat: Chat) => !event.shiftKey || unreadCountOf(chat) > 0
    const next = getNextChat(visibleChats, openChatId, step, isCandidate)
    if (next) openChat(next.id)
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
      {isListRoute && openChatId !== undefined && list.loadedAt !== undefined && (
        <Navigate
          to={paths.chat(openChatId, searchText === '' ? {} : { find: searchText })}
          replace
          state={{ keepsFocus: true }}
        />
      )}
      {!(isPhone && openChatId !== undefined) && (
        <ChatList
          list={list}
          visibleChats={visibleChats}
          openChatId={openChatId}
          searchText={searchText}
          onSearchTextChange={setSearchText}
          onOpen={chat => openChat(chat.id)}
          searchField={searchField}
          scrollPosition={scrollTop}
        />
      )}
      {openChatId !== undefined && (
        <OpenChat
          key={openChatId}
          chatId={openChatId}
          list={list}
          isPhone={isPhone}
          searchText={searchText}
        />
      )}
      {openChatId === undefined && (
        <>
          <ChatsHeading />
          {!isPhone && (
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
 * Returns the next matching chat in the direction of `step`. Without an open chat it starts at the first or
 * last one.
 */
export function getNextChat<C extends { id: number }>(
  chats: readonly C[],
  openChatId: number | undefined,
  step: 1 | -1,
  isCandidate: (chat: C) => boolean = () => true,
): C | undefined {
  const index = chats.findIndex(chat => chat.id === openChatId)
  const candidates =
    step === 1 ? chats.slice(index + 1) : chats.slice(0, index < 0 ? chats.length : index).reverse()
  return candidates.find(isCandidate)
}

function useLastOpenChatId(openChatId: number | undefined): number | undefined {
  const storage = useUserStorage()
  const key = `staffroom:${useCurrentUser().id}:chat`
  const [last, setLast] = useState(() => readParam('chat_id', createTextStore(storage, key).read()))
  if (openChatId !== undefined && openChatId !== last) setLast(openChatId)
  useEffect(() => {
    if (openChatId !== undefined) createTextStore(storage, key).write(`${openChatId}`)
  }, [storage, key, openChatId])
  return openChatId ?? last
}

export function findChats(
  chats: readonly Chat[],
  searchText: string,
  nameOf: (chat: Chat) => string,
): readonly Chat[] {
  const words = splitWords(searchText)
  if (words.length === 0) return chats
  return chats.filter(chat => {
    const last = chat.last_message
    const text = foldText(
      `${nameOf(chat)} ${last?.user?.name ?? ''} ${toSingleLine(getAnswer(last?.text ?? ''))}`,
    )
    return words.every(word => text.includes(word))
  })
}

function useListSearch() {
  const [params, setParams] = useSearchParams()
  return useUrlText(params.get('find') ?? '', text =>
    setParams(
      previous => {
        if (text === '') previous.delete('find')
        else previous.set('find', text)
        return previous
      },
      { replace: true, preventScrollReset: true, defaultShouldRevalidate: false },
    ),
  )
}
