import * as z from 'zod/mini'
import { readTag, responseInfoOf } from '../../../api/cache/responseInfo.ts'
import { type Chat, chats } from '../../../contract/chats.ts'
import type { Rows } from '../../../contract/endpoint.ts'
import { readAnswer } from '../../../contract/readAnswer.ts'
import type { TabChannel } from '../../../session/tabs.ts'

/** What a person's tabs tell each other. Checked on arrival: a tab may run an older build. */
const Told = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('list'),
    askedAt: z.int().check(z.positive()),
    tag: z.optional(z.string()),
    rows: z.array(z.unknown()),
    unreadable: z.int().check(z.nonnegative()),
  }),
  z.object({
    kind: z.literal('seen'),
    chatId: z.int().check(z.positive()),
    messageId: z.int().check(z.positive()),
  }),
])

/** The list of chats as another tab got it. */
export type ToldList = { list: Rows<Chat>; askedAt: number; tag: string | undefined }

export type SyncTabs = {
  /** Hands on what was read here. */
  tellList(list: Rows<Chat>): void
  tellSeen(chatId: number, messageId: number): void
  close(): void
}

type Hearing = {
  list(told: ToldList): void
  seen(chatId: number, messageId: number): void
}

export function joinSyncTabs(channel: TabChannel | undefined, hear: Hearing): SyncTabs {
  channel?.addEventListener('message', ({ data }) => {
    const told = Told.safeParse(data)
    if (!told.success) return
    if (told.data.kind === 'seen') return hear.seen(told.data.chatId, told.data.messageId)
    const { rows, unreadable, askedAt, tag } = told.data
    const list = readAnswer(chats.list.answer, rows)
    // The tag is of all that was sent; where this build reads less of it, the list must be asked for.
    const isWhole = list.unreadable === 0
    hear.list({
      list: { ...list, unreadable: list.unreadable + unreadable },
      askedAt,
      tag: isWhole ? readTag(tag) : undefined,
    })
  })
  const tell = (told: z.output<typeof Told>) => channel?.postMessage(told)
  return {
    tellList(list) {
      const info = responseInfoOf(list)
      if (info) tell({ kind: 'list', askedAt: info.askedAt, tag: info.tag, ...list })
    },
    tellSeen: (chatId, messageId) => tell({ kind: 'seen', chatId, messageId }),
    close: () => channel?.close(),
  }
}
