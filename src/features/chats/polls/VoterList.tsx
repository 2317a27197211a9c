import { useT } from '../../../i18n/useT.ts'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { MessageActions } from '../messages/MessageActions.tsx'
import type { votersOf } from './pollResults.ts'
import styles from './VoterList.module.css'

type VoterListProps = {
  title: string
  voters: ReturnType<typeof votersOf>
  anchor: () => HTMLElement | null
  close: () => void
}

/** Everybody who chose an answer, by whole name. */
export function VoterList({ title, voters, anchor, close }: VoterListProps) {
  const t = useT('polls')
  return (
    <MessageActions label={title} anchor={anchor} close={close}>
      <p className={styles.title} dir="auto">
        {title}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard. */}
      <ul className={styles.list} tabIndex={0} data-autofocus aria-label={title}>
        {voters.isOwn && <li>{t('you')}</li>}
        {voters.others.map(({ id, name }) => (
          <li key={id}>
            <bdi>{harmlessName(name)}</bdi>
          </li>
        ))}
      </ul>
    </MessageActions>
  )
}
