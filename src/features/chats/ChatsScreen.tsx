import { IconMessages } from '@tabler/icons-react'
import { useRef } from 'react'
import { Navigate, Outlet, useMatch, useNavigate, useParams } from 'react-router'
import { paths } from '../../app/paths.ts'
import { useT } from '../../i18n/useT.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useShortcuts } from '../../ui/useShortcuts.ts'
import { ChatsHeading } from './ChatsHeading.tsx'
import styles from './ChatsScreen.module.css'
import { ChatList } from './list/ChatList.tsx'
import { findChats } from './list/findChats.ts'
import { nextChat } from './list/nextChat.ts'
import { useChatName } from './list/useChatName.ts'
import { useChats } from './list/useChats.ts'
import { useChatNews } from './news/ChatNewsContext.ts'
import { OpenChat } from './OpenChat.tsx'
import { useFind } from './useFind.ts'
import { useLastOpen } from './useLastOpen.ts'
import { usePhone } from './usePhone.ts'
import { useStepKeys } from './useStepKeys.ts'

/**
 * /chats, /chats/new, /chats/:chatId?find=&message=: the list, and beside it the chat that is open. On phones these are
 * two pages.
 */
export function ChatsScreen() {
  const t = useT('chats')
  const navigate = useNavigate()
  const params = useParams()
  const phone = usePhone()
  const list = useChats()
  const nameOf = useChatName()
  const [find, setFind] = useFind()
  const shown = findChats(list.chats, find, nameOf)
  const searchField = useRef<HTMLInputElement>(null)
  const place = useRef(0)
  const reads = useChatNews()?.reads

  const addressed = params.chatId === undefined ? undefined : Number(params.chatId)
  const atList = useMatch(paths.chats()) !== null
  const isThere = (id: number | undefined) => list.chats.some(chat => chat.id === id)
  const last = useLastOpen(isThere(addressed) ? addressed : undefined)
  // A desk has room for the chat of last time, also below the form for a new one.
  const resumed = phone || (list.asOf !== undefined && !isThere(last)) ? undefined : last
  const open = addressed ?? resumed

  const go = (chatId: number) =>
    void navigate(paths.chat(chatId, find === '' ? {} : { find }), {
      state: { keepsFocus: true, toWrite: true },
    })
  useStepKeys((step, unread) => {
    const next = nextChat(
      shown,
      open,
      step,
      chat => !unread || (reads?.unread(chat) ?? chat.unread_messages) > 0,
    )
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
            <div className={styles.nothing}>
              {list.chats.length > 0 && (
                <EmptyState icon={<IconMessages aria-hidden />} title={t('noneOpen.title')}>
                  {t('noneOpen.lead')}
                </EmptyState>
              )}
            </div>
          )}
        </>
      )}
      <Outlet />
    </div>
  )
}
