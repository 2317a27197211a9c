import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../../api/ApiError.ts'
import { query } from '../../../api/query.ts'
import type { Chat } from '../../../contract/chats.ts'
import { messages } from '../../../contract/messages.ts'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import styles from './ChatInfo.module.css'
import { filesSent } from './filesSent.ts'
import { Portions } from './Portions.tsx'
import { SentFileRow } from './SentFileRow.tsx'

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
          <p className={styles.file}>
            <Skeleton width="12rem" />
          </p>
        </>
      )
    }
    if (files.length === 0) return <p className={styles.note}>{t('filesOf.none')}</p>
    return (
      <Portions
        label={t('filesOf.title')}
        entries={files}
        size={portion}
        keyOf={({ message, file }) => `${message.id} ${file.id}`}
      >
        {sent => <SentFileRow sent={sent} onShow={onShow} />}
      </Portions>
    )
  }
}
