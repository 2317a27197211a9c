import { ActionIcon, Skeleton, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../../api/cache/query.ts'
import { ApiError } from '../../../api/client/ApiError.ts'
import type { Chat } from '../../../contract/chats.ts'
import type { Document } from '../../../contract/documents.ts'
import { type Message, messages } from '../../../contract/messages.ts'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { latePart } from '../../../i18n/latePart.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { instantOf } from '../../../lib/schoolTime.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { Drawer } from '../../../ui/layout/Drawer.tsx'
import { useSchoolTime } from '../../../ui/SchoolTime.tsx'
import { isShown, KindIcon } from '../messages/FileTile.tsx'
import { onlyShown } from '../messages/rows.ts'
import { useSaveFile } from '../messages/useSaveFile.ts'
import styles from './ChatInfo.module.css'
import { ChatPeople } from './ChatPeople.tsx'
import { PagedList } from './PagedList.tsx'

const MessageFilesViewer = latePart(
  async () => (await import('../messages/MessageFilesViewer.tsx')).MessageFilesViewer,
  'viewer',
)

type ChatInfoProps = { chat: Chat; name: string; close: () => void }

/** What there is to know of a chat beside what is said in it: its rules, its people, its files. */
export function ChatInfo({ chat, name, close }: ChatInfoProps) {
  const t = useT('chats')
  const rows = useQuery(query(messages.list, { chat_id: chat.id })).data?.rows
  const [looked, setLooked] = useState<number>()
  return (
    <>
      <Drawer title={t('infoOf', { name })} close={{ label: t('close'), run: close }}>
        <div className={styles.body}>
          <ChatFacts chat={chat} />
          <ChatPeople chat={chat} onAccess={close} />
          <ChatFiles chat={chat} onShow={setLooked} />
        </div>
      </Drawer>
      {looked !== undefined && rows && (
        <MessageFilesViewer name={name} messages={rows} first={looked} close={() => setLooked(undefined)} />
      )}
    </>
  )
}

/** When a chat was made and what may be done in it. */
export function ChatFacts({ chat }: { chat: Chat }) {
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
    <dl className={styles.facts}>
      {facts.map(({ label, fact }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Shown at a time. */
const portion = 30

/** The files of the messages that are loaded, those sent last first. */
export function ChatFiles({ chat, onShow }: { chat: Chat; onShow: (fileId: number) => void }) {
  const t = useT('chats')
  const tErrors = useT('errors')
  const format = useFormat()
  const { data, error, refetch } = useQuery(query(messages.list, { chat_id: chat.id }))
  const files = filesSent(data?.rows ?? [])
  return (
    <section className={styles.section}>
      <h3>
        {t('filesOf.title')}{' '}
        {files.length > 0 && <span className={styles.count}>{format.number(files.length)}</span>}
      </h3>
      {content()}
    </section>
  )

  function content() {
    if (!data && error && !(error instanceof ApiError && error.kind === 'signedOut')) {
      return (
        <Notice tone="danger" role="alert" action={{ label: tErrors('tryAgain'), run: () => void refetch() }}>
          {t('filesOf.failed')} {errorSentence(error, tErrors, format.time)}
        </Notice>
      )
    }
    if (!data) {
      return (
        <>
          <VisuallyHidden role="status">{t('filesOf.loading')}</VisuallyHidden>
          <div className={styles.file}>
            <Skeleton width="12rem" />
          </div>
        </>
      )
    }
    if (files.length === 0) return <p className={styles.note}>{t('filesOf.none')}</p>
    return (
      <PagedList
        label={t('filesOf.title')}
        entries={files}
        size={portion}
        keyOf={({ message, file }) => `${message.id} ${file.id}`}
      >
        {sent => <SentFileRow sent={sent} onShow={onShow} />}
      </PagedList>
    )
  }
}

/** A file by name, with who sent it and when: opens where files are looked at, and can be saved. */
export function SentFileRow({ sent, onShow }: { sent: SentFile; onShow: (fileId: number) => void }) {
  const { file, message } = sent
  const t = useT('chats')
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const { save, isLoading, problem } = useSaveFile(file)
  const name = harmlessName(file.name)
  const at = instantOf(message.sent_at, timeZone)
  const day = at === undefined ? '' : format.date(at)
  return (
    <>
      <div className={styles.file}>
        <UnstyledButton onClick={() => (isShown(file) ? onShow(file.id) : save())}>
          <VisuallyHidden>{isShown(file) ? t('filesOf.shows') : t('filesOf.downloads')}</VisuallyHidden>
          <KindIcon type={file.content_type} />{' '}
          <span className={styles.fileWords}>
            <FileName name={file.name} />{' '}
            <span className={styles.fileFacts}>
              {message.is_own
                ? t('filesOf.fromYou', { day })
                : t('filesOf.from', { name: harmlessName(message.user.name), day })}
            </span>
          </span>
        </UnstyledButton>
        {isShown(file) && (
          <ActionIcon
            variant="subtle"
            aria-label={t('filesOf.download', { name })}
            aria-busy={isLoading}
            onClick={save}
          >
            <IconDownload aria-hidden />
          </ActionIcon>
        )}
      </div>
      {problem && <p role="alert">{problem}</p>}
    </>
  )
}

/** A file of a chat and the message it came with. */
export type SentFile = { file: Document; message: Message }

/** The files of a chat, those sent last first. */
export function filesSent(messages: readonly Message[]): SentFile[] {
  const files: SentFile[] = []
  for (let at = messages.length - 1; at >= 0; at--) {
    const row = messages[at]
    if (!row) continue
    const message = onlyShown(row)
    for (const file of message.files ?? []) files.push({ file, message })
  }
  return files
}
