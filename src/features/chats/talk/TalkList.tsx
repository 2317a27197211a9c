import { lazy, type Ref, Suspense, useImperativeHandle, useState } from 'react'
import type { Chat } from '../../../contract/chats.ts'
import type { Message } from '../../../contract/messages.ts'
import { withTexts } from '../../../i18n/texts.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { dayOf } from '../../../lib/schoolTime.ts'
import { useNow, useSchoolTime } from '../../../ui/SchoolTime.tsx'
import { useChatName } from '../list/useChatName.ts'
import { useReadState } from '../news/useReadState.ts'
import { DeletingMessages } from '../poll/DeletingMessages.tsx'
import { LostVote } from '../poll/LostVote.tsx'
import { useDeleteMessage } from '../poll/useDeleteMessage.ts'
import type { Hit } from '../search/SearchBar.tsx'
import { Announced } from './Announced.tsx'
import { createAnnouncer } from './announcer.ts'
import { JumpToNewest } from './JumpToNewest.tsx'
import styles from './Talk.module.css'
import { TalkChatContext, TalkContext } from './TalkContext.ts'
import type { TalkHandle } from './TalkHandle.ts'
import { TalkRows } from './TalkRows.tsx'
import { createTalkScroll } from './talkScroll.ts'
import { useArrivals } from './useArrivals.ts'
import { useNewFrom } from './useNewFrom.ts'
import { useSeen } from './useSeen.ts'
import { useViewer } from './useViewer.ts'

const TalkViewer = lazy(async () => ({
  default: await withTexts(async () => (await import('./TalkViewer.tsx')).TalkViewer, 'viewer'),
}))

type TalkListProps = {
  chat: Chat
  /** Oldest first. */
  messages: readonly Message[]
  /** They are as the service has them, not what was kept from last time. */
  isFresh: boolean
  addressed: number | undefined
  hit: Hit | undefined
  ref: Ref<TalkHandle> | undefined
}

/** The messages of one open chat, and where one is in it. */
export function TalkList({ chat, messages: all, isFresh, addressed, hit, ref }: TalkListProps) {
  const t = useT('talk')
  const format = useFormat()
  const nameOf = useChatName()
  const { timeZone } = useSchoolTime()
  const today = dayOf(useNow(), timeZone)
  const { lastReadId, markSeen } = useReadState(chat)
  const [scroll] = useState(createTalkScroll)
  const [announcer] = useState(createAnnouncer)
  const viewer = useViewer()
  const { askDelete, deleting } = useDeleteMessage(chat)
  const messages = deleting.size === 0 ? all : all.filter(({ id }) => !deleting.has(id))
  const unread = chat.unread_messages
  const newFrom = useNewFrom({ rows: all, lastReadId, unread, isFresh, scroll })
  const toNewest = () => scroll.go({ to: 'end' })
  useImperativeHandle(ref, () => ({ toNewest }))
  useSeen(scroll, markSeen)
  useArrivals(all, { scroll, t, say: announcer.say })

  const mark = hit?.mark ?? ''
  const parts = { t, format, timeZone, today, mark, show: viewer.show, stay: scroll.stay, say: announcer.say }
  return (
    <TalkContext value={parts}>
      <TalkChatContext value={{ chat, askDelete }}>
        <div className={styles.frame}>
          <div className={styles.view}>
            <TalkRows {...{ messages, scroll, newFrom, addressed, hit, isFresh }} chatId={chat.id} />
            <JumpToNewest rows={messages} lastReadId={lastReadId} scroll={scroll} run={toNewest} />
          </div>
          <Announced announcer={announcer} />
          <LostVote chat={chat} />
          <DeletingMessages chat={chat} />
          {viewer.file !== undefined && (
            <Suspense fallback={null}>
              <TalkViewer name={nameOf(chat)} messages={messages} first={viewer.file} close={viewer.close} />
            </Suspense>
          )}
        </div>
      </TalkChatContext>
    </TalkContext>
  )
}
