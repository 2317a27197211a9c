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
import { parseInstant } from '../../../lib/schoolTime.ts'
import { Drawer } from '../../../ui/layout/Drawer.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { FileTile, MessageFilesViewer } from '../messages/MessageFiles.tsx'
import { getVisibleFiles } from '../messages/rows.ts'
import styles from './ChatInfo.module.css'
import { ChatPeople } from './ChatPeople.tsx'
import { InfoSection, PagedList } from './InfoSection.tsx'

type ChatInfoProps = { chat: Chat; name: string; close: () => void }

export function ChatInfo({ chat, name, close }: ChatInfoProps) {
  const t = useT('chats')
  const rows = useQuery(query(messages.list, { chat_id: chat.id })).data?.rows
  const [openFileId, setOpenFileId] = useState<number>()
  return (
    <>
      <Drawer title={t('infoOf', { name })} close={{ label: t('close'), run: close }}>
        <Stack flex={1} gap="xl" mih={0} px="lg" pt="lg" pb="xl" style={{ overflow: 'auto' }}>
          <ChatFacts chat={chat} />
          <ChatPeople chat={chat} onAccess={close} />
          <ChatFiles chat={chat} onShow={setOpenFileId} />
        </Stack>
      </Drawer>
      {openFileId !== undefined && rows && (
        <MessageFilesViewer
          name={name}
          messages={rows}
          initialFileId={openFileId}
          close={() => setOpenFileId(undefined)}
        />
      )}
    </>
  )
}

function ChatFacts({ chat }: { chat: Chat }) {
  const t = useT('chats')
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const createdAt = parseInstant(chat.created_at, timeZone)
  const facts = [
    { label: t('facts.made'), fact: createdAt === undefined ? chat.created_at : format.date(createdAt) },
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

const pageSize = 30

function ChatFiles({ chat, onShow }: { chat: Chat; onShow: (fileId: number) => void }) {
  const t = useT('chats')
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const list = useQuery(query(messages.list, { chat_id: chat.id }))
  const files = getSentFiles(list.data?.rows ?? [])
  return (
    <InfoSection part="filesOf" count={files.length || undefined} list={list}>
      {files.length === 0 ? (
        <Text c="dimmed">{t('filesOf.none')}</Text>
      ) : (
        <PagedList
          label={t('filesOf.title')}
          entries={files}
          pageSize={pageSize}
          getKey={({ message, file }) => `${message.id} ${file.id}`}
        >
          {({ file, message }) => (
            <FileTile
              file={file}
              details={formatSender(message)}
              actionLabel={t('filesOf.shows')}
              onShow={onShow}
              className={styles.row}
            />
          )}
        </PagedList>
      )}
    </InfoSection>
  )

  function formatSender({ sent_at, is_own, user }: Message): string {
    const at = parseInstant(sent_at, timeZone)
    const day = at === undefined ? '' : format.date(at)
    return is_own ? t('filesOf.fromYou', { day }) : t('filesOf.from', { name: sanitizeName(user.name), day })
  }
}

type SentFile = { file: Document; message: Message }

/** Newest first. */
export const getSentFiles = (messages: readonly Message[]): SentFile[] =>
  messages.toReversed().flatMap(message => getVisibleFiles(message).map(file => ({ file, message })))
