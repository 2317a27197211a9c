import { Box, Button, Text } from '@mantine/core'
import { IconInfoCircle, IconPlus, IconSearch } from '@tabler/icons-react'
import type { Chat } from '../../contract/chats.ts'
import { useT } from '../../i18n/useT.ts'
import { paths } from '../../paths.ts'
import { type ScreenAction, ScreenHeader } from '../../ui/layout/ScreenHeader.tsx'
import styles from './OpenChat.module.css'
import { useChatName } from './useChats.ts'

type ChatHeaderProps = {
  chat: Chat
  openPanel: 'search' | 'info' | undefined
  onSearch: () => void
  onInfo: () => void
}

export function ChatHeader({ chat, openPanel, onSearch, onInfo }: ChatHeaderProps) {
  const t = useT('chats')
  const nameOf = useChatName()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: receives keys of its buttons.
    <header
      className={styles.header}
      onKeyDown={event => {
        if (event.key !== '/' || event.altKey || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        onSearch()
      }}
    >
      <Box flex={1} miw={0}>
        <Text component="h2" fw={600} truncate>
          <bdi translate={chat.is_direct ? 'no' : undefined}>{nameOf(chat)}</bdi>
        </Text>
        <Text size="sm" c="dimmed" mih="var(--line-sm)" truncate>
          {formatMembers()}
        </Text>
      </Box>
      <Button
        variant="subtle"
        aria-label={t('searchInChat')}
        aria-keyshortcuts="/ Control+Shift+F"
        aria-expanded={openPanel === 'search'}
        onClick={onSearch}
        leftSection={<IconSearch aria-hidden />}
      >
        {t('searchIn')}
      </Button>
      <Button
        variant="subtle"
        aria-label={t('chatInfo')}
        aria-haspopup="dialog"
        onClick={onInfo}
        leftSection={<IconInfoCircle aria-hidden />}
      >
        {t('info')}
      </Button>
    </header>
  )

  function formatMembers(): string {
    if (chat.is_direct) return t('direct')
    if (chat.member_count === undefined) return chat.is_admin ? t('onlyAdmin') : ''
    const people = t('people', { count: chat.member_count })
    return chat.is_admin ? `${people}, ${t('youAdmin')}` : people
  }
}

type ChatsHeadingProps = {
  isPhone?: boolean
  back?: string
  name?: string
  note?: string | undefined
  actions?: readonly ScreenAction[]
}

/** The screen's title and actions. */
export function ChatsHeading({ isPhone = false, back = '', name, note, actions }: ChatsHeadingProps) {
  const t = useT('chats')
  const documentTitle = name === undefined ? t('title') : `${name} · ${t('title')}`
  if (isPhone) {
    const backLink = { label: t('all'), to: back }
    const title = name ?? t('title')
    return <ScreenHeader {...{ title, documentTitle, note, actions }} back={backLink} />
  }
  const newChatAction = {
    id: 'new',
    label: t('new'),
    icon: <IconPlus aria-hidden />,
    to: paths.newChat(),
  } as const
  return (
    <ScreenHeader
      title={t('title')}
      documentTitle={documentTitle}
      actions={[{ ...newChatAction, variant: 'default', phone: 'icon' }]}
    />
  )
}
