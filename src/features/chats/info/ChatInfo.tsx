import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../../api/cache/query.ts'
import type { Chat } from '../../../contract/chats.ts'
import type { Document } from '../../../contract/documents.ts'
import { type Message, messages } from '../../../contract/messages.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { instantOf } from '../../../lib/schoolTime.ts'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { Drawer } from '../../../ui/layout/Drawer.tsx'
import { FileTile, MessageFilesViewer } from '../messages/MessageFiles.tsx'
import { filesShown } from '../messages/rows.ts'
import styles from './ChatInfo.module.css'
import { ChatPeople } from './ChatPeople.tsx'
import { InfoSection, PagedList } from './InfoSection.tsx'

type ChatInfoProps = { chat: Chat; name: string; close: () => void }

export function ChatInfo({ chat, name, close }: ChatInfoProps) {
  const t = useT('chats')
  const rows = useQuery(query(messages.list, { chat_id: chat.id })).data?.rows
  const [looked, setLooked] = useState<number>()
  return (
    <>
      <Drawer title={t('infoOf', { name })} close={{ label: t('close'), run: close }}>
        <Stack flex={1} gap="xl" mih={0} px="lg" pt="lg" pb="xl" style={{ overflow: 'auto' }}>
          <ChatFacts chat={chat} />
          <ChatPeople chat={chat} onAccess={close} />
          <ChatFiles chat={chat} onShow={setLooked} />
        </Stack>
      </Drawer>
      {looked !== undefined && rows && (
        <MessageFilesViewer name={name} messages={rows} first={looked} close={() => setLooked(undefined)} />
      )}
    </>
  )
}

function ChatFacts({ chat }: { chat: Chat }) {
  const t = useT('chats')
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const made = instantOf(chat.created_at, timeZone)
  const facts = [
    { label: t('facts.made'), fact: made === undefined ? chat.created_at : format.date(made) },
    { label: t('facts.writing'), fact: t(chat.broadcast_only ? 'facts.admins' : 'facts.everybody') },
    { label: t('facts.files'), fact: t(chat.files_allowed ? 'facts.filesYes' : 'facts.filesNo') },
  ]
  return (
    <dl>
      {facts.map(({ label, fact }) => (
        <Group key={label} gap="sm" mb="xs" wrap="nowrap" align="flex-start">
          <Text component="dt" c="dimmed" w="8rem" flex="none">
            {label}
          </Text>
          <dd>{fact}</dd>
        </Group>
      ))}
    </dl>
  )
}

const portion = 30

/** The files of the loaded messages, newest first. */
function ChatFiles({ chat, onShow }: { chat: Chat; onShow: (fileId: number) => void }) {
  const t = useT('chats')
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const list = useQuery(query(messages.list, { chat_id: chat.id }))
  const files = filesSent(list.data?.rows ?? [])
  return (
    <InfoSection part="filesOf" count={files.length || undefined} list={list}>
      {files.length === 0 ? (
        <Text c="dimmed">{t('filesOf.none')}</Text>
      ) : (
        <PagedList
          label={t('filesOf.title')}
          entries={files}
          size={portion}
          keyOf={({ message, file }) => `${message.id} ${file.id}`}
        >
          {({ file, message }) => (
            <FileTile
              file={file}
              line={sentBy(message)}
              verb={t('filesOf.shows')}
              show={onShow}
              className={styles.row}
            />
          )}
        </PagedList>
      )}
    </InfoSection>
  )

  function sentBy({ sent_at, is_own, user }: Message): string {
    const at = instantOf(sent_at, timeZone)
    const day = at === undefined ? '' : format.date(at)
    return is_own ? t('filesOf.fromYou', { day }) : t('filesOf.from', { name: harmlessName(user.name), day })
  }
}

type SentFile = { file: Document; message: Message }

/** Returns the files of a chat, newest first. */
export const filesSent = (messages: readonly Message[]): SentFile[] =>
  messages.toReversed().flatMap(message => filesShown(message).map(file => ({ file, message })))
