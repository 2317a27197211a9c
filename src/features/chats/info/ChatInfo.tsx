import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { query } from '../../../api/query.ts'
import type { Chat } from '../../../contract/chats.ts'
import { messages } from '../../../contract/messages.ts'
import { withTexts } from '../../../i18n/texts.ts'
import { useT } from '../../../i18n/useT.ts'
import { Drawer } from '../../../ui/Drawer.tsx'
import { ChatFacts } from './ChatFacts.tsx'
import { ChatFiles } from './ChatFiles.tsx'
import styles from './ChatInfo.module.css'
import { ChatPeople } from './ChatPeople.tsx'

const TalkViewer = lazy(async () => ({
  default: await withTexts(async () => (await import('../talk/TalkViewer.tsx')).TalkViewer, 'viewer'),
}))

type ChatInfoProps = { chat: Chat; name: string; close: () => void }

/** What there is to know of a chat beside what is said in it: its rules, its people, its files. */
export function ChatInfo({ chat, name, close }: ChatInfoProps) {
  const t = useT('chats')
  const rows = useQuery(query(messages.list, { chat_id: chat.id })).data?.rows
  const [looked, setLooked] = useState<number>()
  // Escape is told to both; it leaves the file that is looked at, not this.
  const leave = () => (looked === undefined ? close() : setLooked(undefined))
  return (
    <>
      <Drawer title={t('infoOf', { name })} close={{ label: t('close'), run: leave }}>
        <div className={styles.body}>
          <ChatFacts chat={chat} />
          <ChatPeople chat={chat} onAccess={close} />
          <ChatFiles chat={chat} onShow={setLooked} />
        </div>
      </Drawer>
      {looked !== undefined && rows && (
        <Suspense fallback={null}>
          <TalkViewer name={name} messages={rows} first={looked} close={() => setLooked(undefined)} />
        </Suspense>
      )}
    </>
  )
}
