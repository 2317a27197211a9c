import { IconLock, IconMessageOff } from '@tabler/icons-react'
import { Suspense, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { errorSentence } from '../../i18n/errorSentence.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { isFocusLost } from '../../ui/isFocusLost.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { ChatPlace } from './ChatPlace.tsx'
import { ChatsHeading } from './ChatsHeading.tsx'
import { KeptWords } from './KeptWords.tsx'
import type { ChatsKnown } from './list/useChats.ts'
import styles from './OpenChat.module.css'
import { OpenChatSkeleton } from './OpenChatSkeleton.tsx'
import { PhoneHeading } from './PhoneHeading.tsx'
import { useOpenChat } from './useOpenChat.ts'

type OpenChatProps = {
  chatId: number
  list: ChatsKnown
  phone: boolean
  /** What the list is searched for: kept on the way back to it. */
  find: string
}

/** The chat of the address, or why it is not shown. */
export function OpenChat({ chatId, list, phone, find }: OpenChatProps) {
  const t = useT('chats')
  const tErrors = useT('errors')
  const format = useFormat()
  const opened = useOpenChat(chatId, list)
  const back = paths.chats(find === '' ? {} : { find })
  const place = useRef<HTMLDivElement>(null)
  const wasHere = useRef(false)
  useEffect(() => {
    if (opened.kind === 'here') wasHere.current = true
    // The chat went and took the focus along.
    else if (wasHere.current && isFocusLost()) place.current?.focus()
  }, [opened.kind])
  if (opened.kind === 'here') return <ChatPlace chat={opened.chat} phone={phone} back={back} />
  return (
    <>
      {phone ? <PhoneHeading back={back} /> : <ChatsHeading />}
      {opened.kind === 'loading' ? (
        <OpenChatSkeleton phone={phone} />
      ) : (
        <div className={styles.place} ref={place} tabIndex={-1}>
          {why()}
          {(opened.kind === 'gone' || opened.kind === 'refused') && (
            <Suspense fallback={null}>
              <KeptWords chatId={chatId} />
            </Suspense>
          )}
        </div>
      )}
    </>
  )

  function why() {
    if (opened.kind !== 'failed') {
      const refused = opened.kind === 'refused' ? opened.error : undefined
      return (
        <EmptyState
          icon={refused ? <IconLock aria-hidden /> : <IconMessageOff aria-hidden />}
          title={t(refused ? 'gone.refused' : 'gone.title')}
          actions={
            <Link className={buttonClass()} to={back}>
              {t('all')}
            </Link>
          }
        >
          {refused ? errorSentence(refused, tErrors, format.time) : t('gone.lead')}
        </EmptyState>
      )
    }
    return (
      <LoadFailed
        title={t('talkFailed')}
        reason={errorSentence(opened.error, tErrors, format.time)}
        retry={{ label: tErrors('tryAgain'), run: opened.retry }}
      />
    )
  }
}
