import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Chat } from '../../../contract/chats.ts'
import type { Message } from '../../../contract/messages.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useT } from '../../../i18n/useT.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import { type ChatState, type NewChatState, paths } from '../../../paths.ts'
import { findChatWith } from '../../homework/pupils/findChatWith.ts'
import { getAnswer } from '../quote.ts'
import { useChatName } from '../useChats.ts'
import type { ChatPerson } from './confirmation.ts'

/** In characters. */
const maxNameLength = 60
const maxTextLength = 300

type RemindPeopleProps = { message: Message; chat: Chat; people: readonly ChatPerson[] }

/** Opens the chat with these people, or the form for a new one, with a first sentence. Sends nothing. */
export function RemindPeople({ message, chat, people }: RemindPeopleProps) {
  const t = useT('confirmations')
  const client = useQueryClient()
  const navigate = useNavigate()
  const nameOf = useChatName()
  const { timeZone } = useSchoolTime()
  const [isSearching, setIsSearching] = useState(false)
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  const open = async () => {
    setIsSearching(true)
    const text = getAnswer(message.text).trim().replaceAll(/\s+/g, ' ')
    const name = t('remind.chatName', { text: truncateText(text, maxNameLength, '…') })
    const firstSentence = t('remind.message', {
      chat: nameOf(chat),
      text: truncateText(text, maxTextLength, '…'),
    })
    const userIds = people.map(({ id }) => id)
    const chatId = await findChatWith(client, { ownId: message.user.id, userIds, name, timeZone })
    if (!isMounted.current) return
    setIsSearching(false)
    if (chatId === undefined) {
      const state: NewChatState = { userIds, name, message: firstSentence }
      void navigate(paths.newChat(), { state })
    } else {
      const state: ChatState = { toWrite: true, message: firstSentence }
      void navigate(paths.chat(chatId), { state: { keepsFocus: true, ...state } })
    }
  }
  return (
    <Button
      aria-disabled={isSearching}
      onClick={() => {
        if (!isSearching) void open()
      }}
    >
      {t('remind.action', { count: people.length })}
    </Button>
  )
}
