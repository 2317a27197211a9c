import { useT } from '../../i18n/useT.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './OpenChat.module.css'

/** The place of a chat while it is not known which one it is. */
export function OpenChatSkeleton({ phone }: { phone: boolean }) {
  const t = useT('chats')
  return (
    <section className={styles.chat}>
      <VisuallyHidden role="status">{t('talkLoading')}</VisuallyHidden>
      {!phone && (
        <header className={styles.header} aria-hidden>
          <div className={styles.title}>
            <div className={styles.soon}>
              <Skeleton width="6rem" />
              <Skeleton width="11rem" />
            </div>
          </div>
        </header>
      )}
    </section>
  )
}
