import type { Ref } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { SearchField } from '../../../ui/SearchField.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import styles from './ChatList.module.css'

type ChatSearchProps = {
  find: string
  /** How many match; `undefined` while nothing is searched for. */
  found: number | undefined
  onFind: (text: string) => void
  /** To the first that matches. */
  onEnter: () => void
  /** Escape from an empty field: to the chat that is open, if it can. */
  onLeave: () => void
  field: Ref<HTMLInputElement>
}

/** Narrows the list down to the chats that are meant. */
export function ChatSearch({ find, found, onFind, onEnter, onLeave, field }: ChatSearchProps) {
  const t = useT('chats')
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is too young for some of the browsers in schools.
    <div className={styles.search} role="search">
      <SearchField
        ref={field}
        label={t('search')}
        aria-keyshortcuts="/"
        value={find}
        onText={onFind}
        onEnter={() => find.trim() !== '' && onEnter()}
        onLeave={onLeave}
      />
      <VisuallyHidden role="status">{found === undefined ? '' : t('found', { count: found })}</VisuallyHidden>
    </div>
  )
}
