/** Tables of chats; the rules of schema.ts hold here too. */
import type { Generated } from 'kysely'

type Flag = 0 | 1

export type Chats = {
  id: Generated<number>
  name: string
  created_at: string
  broadcast_only: Flag
  files_allowed: Flag
  /** Between two people. */
  is_direct: Generated<Flag>
  /** Grows by one with every change of its messages, votes and reactions. */
  version: Generated<number>
}

export type Messages = {
  id: Generated<number>
  chat_id: number
  user_id: number
  text: string
  sent_at: string
  /** The version of its chat in which it last changed. */
  version: number
  /** Seed school only: HTML sent as `text_formatted` as it is, as a service that escapes nothing would. */
  raw_formatted: string | null
}

/** `chat_id` repeats that of the message, so that a whole chat is read without looking up each message. */
export type Polls = {
  id: Generated<number>
  message_id: number
  chat_id: number
  is_anonymous: Flag
  is_multiple_choice: Flag
  closes_at: string | null
}

/** In the order of their ids. */
export type PollOptions = { id: Generated<number>; poll_id: number; text: string }

/** Who chose what; of an anonymous poll it never leaves the service. */
export type PollVotes = { poll_id: number; option_id: number; user_id: number }

export type Reactions = {
  id: Generated<number>
  message_id: number
  chat_id: number
  user_id: number
  emoji: string
}

/** Up to which message somebody has read; it may be deleted by now. */
export type ChatReads = { chat_id: number; user_id: number; message_id: number }

/** Special chats of the seed school: writes about them go wrong in one way (see faultChats.ts). */
export type ChatFaults = { chat_id: number; kind: string; value: string | null }
