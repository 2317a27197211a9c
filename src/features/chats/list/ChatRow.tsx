import { IconBellOff, IconPinned, IconSpeakerphone } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import type { Chat } from '../../../contract/chats.ts'
import { useT } from '../../../i18n/useT.ts'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { useUnread } from '../news/useReadState.ts'
import styles from './ChatRow.module.css'
import { LastWords } from './LastWords.tsx'
import type { OwnMark } from './lastLine.ts'
import { TimeOfChat } from './TimeOfChat.tsx'
import { useChatName } from './useChatName.ts'

type ChatRowProps = {
  chat: Chat
  mark: OwnMark | undefined
  current: boolean
  /** Of all rows one is reached by Tab, the others by the arrow keys. */
  tabbable: boolean
  find: string
  /** Unix ms. */
  now: number
}

/** One chat of the list: its name, when something last happened and what, and how much of it is unread. */
export function ChatRow({ chat, mark, current, tabbable, find, now }: ChatRowProps) {
  const t = useT('chats')
  const nameOf = useChatName()
  const unread = useUnread(chat)
  return (
    <li>
      <Link
        className={styles.row}
        to={paths.chat(chat.id, find === '' ? {} : { find })}
        state={{ keepsFocus: true, toWrite: true }}
        aria-current={current ? 'page' : undefined}
        data-unread={unread > 0}
        data-muted={chat.is_muted === true}
        data-chat={chat.id}
        tabIndex={tabbable ? 0 : -1}
      >
        <span className={styles.first}>
          <bdi className={styles.name}>{nameOf(chat)}</bdi>{' '}
          {chat.broadcast_only && <Sign icon={<IconSpeakerphone aria-hidden />} word={t('broadcast')} />}
          {chat.is_pinned && <Sign icon={<IconPinned aria-hidden />} word={t('pinned')} />}
          {chat.is_muted && <Sign icon={<IconBellOff aria-hidden />} word={t('muted')} />}{' '}
          <TimeOfChat chat={chat} now={now} />
        </span>{' '}
        <span className={styles.second}>
          <LastWords chat={chat} mark={mark} />{' '}
          {unread > 0 && (
            <span className={styles.badge}>
              <span aria-hidden>{unread > 999 ? '999+' : unread}</span>
              <VisuallyHidden>{t('unread', { count: unread })}</VisuallyHidden>
            </span>
          )}
        </span>
      </Link>
    </li>
  )
}

function Sign({ icon, word }: { icon: React.ReactNode; word: string }) {
  return (
    <span className={styles.sign} title={word}>
      {icon}
      <VisuallyHidden>{word}</VisuallyHidden>
    </span>
  )
}
