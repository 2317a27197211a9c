import { useT } from '../../../i18n/useT.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import styles from './ChatList.module.css'

const widths = [
  ['4rem', '13rem'],
  ['6rem', '11rem'],
  ['5rem', '8rem'],
  ['6.5rem', '12rem'],
  ['8rem', '10rem'],
  ['5.5rem', '13rem'],
] as const

/** The list while it is on its way: the field, then rows of the height they will have. */
export function ChatListSkeleton() {
  const t = useT('chats')
  return (
    <>
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      <div className={styles.search} aria-hidden>
        <Skeleton width="100%" height="var(--control)" />
      </div>
      {widths.map(([name, words]) => (
        <div key={name} className={styles.row} aria-hidden>
          <Skeleton width={name} />
          <Skeleton width={words} />
        </div>
      ))}
    </>
  )
}
