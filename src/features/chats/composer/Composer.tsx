import { IconLock } from '@tabler/icons-react'
import { Suspense } from 'react'
import { type Chat, whyReadOnly } from '../../../contract/chats.ts'
import { useT } from '../../../i18n/useT.ts'
import styles from './Composer.module.css'
import { Pen } from './Pen.tsx'
import { PenSkeleton } from './PenSkeleton.tsx'

/** Where one writes in a chat, or why one can't. */
export function Composer({ chat }: { chat: Chat }) {
  const t = useT('composer')
  const why = whyReadOnly(chat)
  if (why) {
    return (
      <p className={styles.readOnly}>
        <IconLock aria-hidden />
        {t(`readOnly.${why}`)}
      </p>
    )
  }
  return (
    <Suspense fallback={<PenSkeleton />}>
      <Pen key={chat.id} chat={chat} />
    </Suspense>
  )
}
