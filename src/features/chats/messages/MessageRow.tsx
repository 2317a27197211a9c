import { VisuallyHidden } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { skipToken, useQuery } from '@tanstack/react-query'
import { memo, useEffect, useState } from 'react'
import { pictureOf } from '../../../api/client/documentBytes.ts'
import type { Document } from '../../../contract/documents.ts'
import type { Message } from '../../../contract/messages.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { PersonAvatar } from '../../../ui/Person.tsx'
import { PollInPlace } from '../polls/Poll.tsx'
import { Reactions } from '../reactions/Reactions.tsx'
import { FileTile } from './FileTile.tsx'
import { RowActions } from './MessageActions.tsx'
import messageFilesStyles from './MessageFiles.module.css'
import { type MessageListParts, useMessageList, useMessageListChat } from './MessageListContext.ts'
import styles from './MessageRow.module.css'
import { MessageText } from './MessageText.tsx'
import { type RowHead, rowHead, rowKind, type SentAt } from './rows.ts'
import { useRowActions } from './useRowKeys.ts'

type MessageRowProps = {
  message: Message
  before: Message | undefined
  /** The first unread. */
  isNew: boolean
  /** Found by the search. */
  isFound: boolean
}

/** One message with what stands above it: its day, the new line. */
export const MessageRow = memo(function MessageRow({ message, before, isNew, isFound }: MessageRowProps) {
  const list = useMessageList()
  const head = rowHead({ message, before, isNew, timeZone: list.timeZone })
  return (
    <div className={styles.row} data-first={before === undefined}>
      {head.day && <h3 className={styles.day}>{dayWords(head.day, list)}</h3>}
      {head.fresh && (
        <p className={styles.fresh}>
          <span>{newWords(head.fresh.since, list)}</span>
        </p>
      )}
      {rowKind(message) === 'written' ? (
        <Written message={message} head={head} isFound={isFound} />
      ) : (
        <QuietLine message={message} />
      )}
    </div>
  )
})

type WrittenProps = { message: Message; head: RowHead; isFound: boolean }

function Written({ message, head, isFound }: WrittenProps) {
  const { t } = useMessageList()
  const { offered, pointing } = useRowActions()
  const { id, is_own, sent_at } = message
  const name = is_own ? t('you') : harmlessName(message.user.name)
  const time = <time dateTime={sent_at}>{head.sent?.clock ?? sent_at}</time>
  return (
    <article
      className={styles.message}
      tabIndex={-1}
      data-message={id}
      data-own={is_own}
      data-named={head.named}
      data-found={isFound}
      aria-labelledby={`message-${id}-head message-${id}`}
      {...pointing}
    >
      {head.named ? (
        <PersonAvatar name={message.user.name} />
      ) : (
        <span className={styles.gutter} aria-hidden>
          {time}
        </span>
      )}
      <div className={styles.body}>
        {head.named ? (
          <p className={styles.head} id={`message-${id}-head`}>
            <bdi className={styles.name}>{name}</bdi> {time}
          </p>
        ) : (
          <VisuallyHidden>
            <span id={`message-${id}-head`}>
              <bdi>{name}</bdi> {time}
            </span>
          </VisuallyHidden>
        )}
        <MessageContent message={message} isFound={isFound} />
      </div>
      {offered && <RowActions message={message} />}
    </article>
  )
}

/** What nobody wrote, or nobody is to read. */
function QuietLine({ message }: { message: Message }) {
  const { t } = useMessageList()
  const text = rowKind(message) === 'hidden' ? t('hidden') : message.text.trim() || t('notice')
  return (
    <p className={styles.quiet} tabIndex={-1} data-message={message.id} dir="auto">
      {text}
    </p>
  )
}

type Words = Pick<MessageListParts, 't' | 'format' | 'today'>

/** `Today`, `Tuesday 17 November`, with the year where it is another. */
function dayWords(day: string, { t, format, today }: Words): string {
  if (day === today) return t('today')
  if (day.slice(0, 4) !== today.slice(0, 4)) return format.fullDay(day)
  return t('day', { weekday: format.weekday(day, 'long'), date: format.dayAndMonth(day) })
}

/** `New since 08:02`, with the day where it was another. */
function newWords(since: SentAt | undefined, { t, format, today }: Words): string {
  if (!since) return t('new')
  const time = since.day === today ? since.clock : `${format.day(since.day)} ${since.clock}`
  return t('newSince', { time })
}

/** What somebody said: words, a question to vote on, files; and what others make of it. */
function MessageContent({ message, isFound }: { message: Message; isFound: boolean }) {
  const { chat } = useMessageListChat()
  return (
    <div id={`message-${message.id}`}>
      {message.poll ? (
        <PollInPlace message={message} chat={chat} />
      ) : (
        message.text.trim() !== '' && <MessageText text={message.text} isFound={isFound} />
      )}
      {message.has_files && <MessageFiles files={message.files} />}
      <Reactions message={message} />
    </div>
  )
}

/** The files of a message: pictures to look at, everything else by name. */
function MessageFiles({ files }: { files: readonly Document[] | undefined }) {
  const { t } = useMessageList()
  if (!files || files.length === 0) return <p className={messageFilesStyles.missing}>{t('filesMissing')}</p>
  const pictures = files.filter(isPicture)
  const others = files.filter(file => !isPicture(file))
  return (
    <ul className={messageFilesStyles.files} aria-label={t('files')}>
      {[...pictures, ...others].map(file => (
        <li key={file.id} data-picture={isPicture(file)}>
          {isPicture(file) ? <PictureTile file={file} /> : <FileTile file={file} />}
        </li>
      ))}
    </ul>
  )
}

const drawn = /^image\/(?:jpe?g|png|gif|webp|bmp|avif)$/i

/** Shown as a picture; a drawing that could run code (SVG) is a file like others (cases 15). */
export const isPicture = ({ content_type }: Pick<Document, 'content_type'>): boolean =>
  drawn.test(content_type)

/** A picture, small, in a box of one size whatever comes: nothing moves when it arrives. Opens large. */
function PictureTile({ file }: { file: Document }) {
  const { t, show } = useMessageList()
  const source = usePicture(file)
  const [broken, setBroken] = useState<string>()
  return (
    <button
      type="button"
      className={messageFilesStyles.picture}
      aria-label={t('open', { name: harmlessName(file.name) })}
      onClick={() => show(file.id)}
    >
      {source && source !== broken ? (
        <img src={source} alt="" draggable={false} onError={() => setBroken(source)} />
      ) : (
        <span className={messageFilesStyles.unshown} aria-hidden>
          <IconPhoto />
          <FileName name={file.name} />
        </span>
      )}
    </button>
  )
}

/** A picture that scrolls by in less (ms) is not asked for. */
const glance = 150
const minute = 60_000

/** Address of the small picture of a document while it is on screen; `undefined` until it is here. */
function usePicture(file: Document): string | undefined {
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), glance)
    return () => clearTimeout(timer)
  }, [])
  const asked = pictureOf(file)
  const { data } = useQuery<Blob>({
    ...(asked ?? { queryKey: ['document', 'no picture'], queryFn: skipToken }),
    enabled: wanted && asked !== undefined,
    gcTime: 5 * minute,
    retry: false,
  })
  const [source, setSource] = useState<string>()
  useEffect(() => {
    if (!data) return
    const url = URL.createObjectURL(data)
    setSource(url)
    return () => URL.revokeObjectURL(url)
  }, [data])
  return source
}
