import { IconInfoCircle, IconSearch } from '@tabler/icons-react'
import type { Chat } from '../../contract/chats.ts'
import { useT } from '../../i18n/useT.ts'
import { Button } from '../../ui/Button.tsx'
import { useChatName } from './list/useChatName.ts'
import styles from './OpenChat.module.css'
import { useWhoIsIn } from './useWhoIsIn.ts'

type ChatHeaderProps = {
  chat: Chat
  /** What is open over the chat or below this. */
  shown: 'search' | 'info' | undefined
  onSearch: () => void
  onInfo: () => void
}

/** The head of a chat beside the list: its name, who is in it, and what else there is to it. */
export function ChatHeader({ chat, shown, onSearch, onInfo }: ChatHeaderProps) {
  const t = useT('chats')
  const nameOf = useChatName()
  const whoIsIn = useWhoIsIn()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key is pressed on one of its buttons.
    <header
      className={styles.header}
      onKeyDown={event => {
        if (event.key !== '/' || event.altKey || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        onSearch()
      }}
    >
      <div className={styles.title}>
        <h2>
          <bdi>{nameOf(chat)}</bdi>
        </h2>
        <p>{whoIsIn(chat)}</p>
      </div>
      <Button
        look="quiet"
        aria-label={t('searchInChat')}
        aria-keyshortcuts="/ Control+Shift+F"
        aria-expanded={shown === 'search'}
        onClick={onSearch}
      >
        <IconSearch aria-hidden />
        {t('searchIn')}
      </Button>
      <Button look="quiet" aria-label={t('chatInfo')} aria-haspopup="dialog" onClick={onInfo}>
        <IconInfoCircle aria-hidden />
        {t('info')}
      </Button>
    </header>
  )
}
