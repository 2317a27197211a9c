import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { type ChatState, type NewChatState, paths } from '../../../paths.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { useHasExtensions } from '../../../session/extensions.ts'
import { findChatWith } from './findChatWith.ts'

/** `message` is the first sentence, `remindsOf` the ID of a homework or the key of a message. */
type ChatToOpen = NewChatState & { name: string; message: string }

/**
 * `openGroup` opens the chat with exactly these people, or the form for a new one, with the message in its field. For
 * several people, `open` opens the form for a message to each of them alone, so that they do not learn about each
 * other. The user sends the message. Does not navigate if the user has left the screen in the meantime.
 */
export function useOpenChatWith() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { id: ownId } = useCurrentUser()
  const { timeZone } = useSchoolTime()
  // Direct chats are an extension.
  const hasExtensions = useHasExtensions()
  const [isSearching, setIsSearching] = useState(false)
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  const search = async (chat: ChatToOpen) => {
    const { userIds, message, remindsOf } = chat
    setIsSearching(true)
    const chatId = await findChatWith(client, { ownId, userIds, timeZone })
    if (!isMounted.current) return
    setIsSearching(false)
    if (chatId === undefined) {
      const state: NewChatState = { ...chat, separate: hasExtensions && userIds.length === 1 }
      void navigate(paths.newChat(), { state })
      return
    }
    const state: ChatState = { toWrite: true, message, ...(remindsOf !== undefined && { remindsOf }) }
    void navigate(paths.chat(chatId), { state: { keepsFocus: true, ...state } })
  }
  const openGroup = (chat: ChatToOpen) => {
    if (!isSearching) void search(chat)
  }
  return {
    isSearching,
    openGroup,
    open(chat: ChatToOpen) {
      if (!hasExtensions || chat.userIds.length < 2) return openGroup(chat)
      const state: NewChatState = { ...chat, separate: true }
      void navigate(paths.newChat(), { state })
    },
  }
}
