import '@mantine/core/styles/Group.layer.css'
import { Button, Group } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { keyOf } from '../../../api/cache/query.ts'
import type { Chat } from '../../../contract/chats.ts'
import { type Message, messages } from '../../../contract/messages.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import styles from './Composer.module.css'
import { wroteBefore } from './messageQueue.ts'

/** So many people and fewer are not asked about. */
const fewPeople = 20
const lookedThrough = 200

/**
 * Asks once before the first message to many people in a chat one rarely writes to. `people`: how many can read it,
 * `undefined` where nobody knows: then nothing is asked.
 */
export function useAskFirst(
  chat: Pick<Chat, 'id'>,
  people: number | undefined,
  send: () => Promise<boolean>,
) {
  const outbox = useOutbox()
  const client = useQueryClient()
  const [asked, setAsked] = useState(0)
  const looking = useRef(false)
  /** Known before it is asked for: a look at the disk would let what is typed after Enter join the message. */
  const wrote = useRef(false)
  useEffect(() => {
    let left = false
    wrote.current = false
    wroteBefore(outbox, chat.id).then(
      did => {
        if (!left) wrote.current ||= did
      },
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [outbox, chat.id])

  const isFirst = async (): Promise<boolean> => {
    if (people === undefined || people <= fewPeople) return false
    const list = client.getQueryData(keyOf(messages.list, { chat_id: chat.id }))
    // Where nothing is loaded, nobody knows.
    if (!list || !isSilentIn(list.rows) || wrote.current) return false
    return !(await wroteBefore(outbox, chat.id).catch(() => false))
  }
  return {
    asked,
    send: async (): Promise<boolean> => {
      if (looking.current) return false
      looking.current = true
      try {
        if (asked > 0 || (await isFirst())) {
          setAsked(times => times + 1)
          return false
        }
        wrote.current = true
        void send()
        return true
      } finally {
        looking.current = false
      }
    },
    confirm: () => {
      setAsked(0)
      wrote.current = true
      void send()
    },
    goOn: () => setAsked(0),
  }
}

const isSilentIn = (rows: readonly Pick<Message, 'is_own'>[]): boolean =>
  !rows.slice(-lookedThrough).some(message => message.is_own)

type AskFirstProps = { people: number; send: () => void; goOn: () => void }

/** In place of the audience line: asked once, before the first message to many. */
export function AskFirst({ people, send, goOn }: AskFirstProps) {
  const t = useT('composer')
  const format = useFormat()
  const lead = useId()
  const count = format.number(people)
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      goOn()
    }
    // The Enter that asked may still be held down: it is no answer.
    if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault()
  }
  return (
    <Group
      className={styles.audience ?? ''}
      fz="sm"
      lh="sm"
      c="var(--text)"
      role="group"
      aria-labelledby={lead}
      onKeyDown={keys}
    >
      <IconEye aria-hidden />
      <span id={lead} role="alert">
        {t('ask.lead', { count })}
      </span>
      <Group component="span" gap="xs">
        <Button size="sm" autoFocus onClick={send}>
          {t('ask.send', { count })}
        </Button>
        <Button variant="subtle" size="sm" onClick={goOn}>
          {t('ask.goOn')}
        </Button>
      </Group>
    </Group>
  )
}
