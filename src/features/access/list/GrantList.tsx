import { Button } from '@mantine/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Permission, targetUserId } from '../../../contract/permissions.ts'
import { useT } from '../../../i18n/useT.ts'
import { folded, wordsOf } from '../../../lib/folded.ts'
import { SearchField } from '../../../ui/inputs/SearchField.tsx'
import { usePerson } from '../../../ui/Person.tsx'
import type { ContentKind } from '../content/useContentWords.ts'
import type { Wish } from '../guard.ts'
import { type AccessState, type Failure, keyOfWish } from '../permissionWrites.ts'
import { flagsOf, type Role, roleOf } from '../roles.ts'
import styles from './GrantList.module.css'
import { GrantRow } from './GrantRow.tsx'
import type { GrantWords } from './useGrantWords.ts'

type GrantListProps = {
  /** The list itself takes the focus where nothing nearer is left. */
  list: RefObject<HTMLUListElement | null>
  rows: readonly Permission[]
  kind: ContentKind
  words: GrantWords
  /** Whether the reader decides who has access. Out of a chat everybody may go, whoever decides there. */
  manages: boolean
  onWish: (wish: Wish) => void
  state: AccessState
  reasonOf: (failure: Failure) => string
}

/** Shown at a time. */
const portion = 100
/** More than this are searched and not read. */
const readable = 15

/** Everybody with access, in the order in which it was given. */
export function GrantList({ list, rows, kind, words, manages, onWish, state, reasonOf }: GrantListProps) {
  const t = useT('access')
  const me = usePerson().id
  const [most, setMost] = useState(portion)
  const [find, setFind] = useState('')
  const wordsToFind = wordsOf(rows.length > readable ? find : '')
  const found = rows.filter(grant => {
    const name = folded(words.nameOf(grant))
    return wordsToFind.every(word => name.includes(word))
  })
  const left = found.length - most
  const showMore = () => {
    flushSync(() => setMost(most + portion))
    // The button may be gone: one reads on where it stood.
    const first = list.current?.children[most]
    if (first instanceof HTMLElement) first.focus()
  }
  /** Where the row stood that was asked to go: reading goes on there when it took the focus along. */
  const removedAt = useRef<number>(undefined)
  useEffect(() => {
    const at = removedAt.current
    if (at === undefined || document.activeElement !== document.body) return
    removedAt.current = undefined
    const next = list.current?.children[Math.min(at, found.length - 1)]
    if (next instanceof HTMLElement) next.focus()
  }, [list, found.length])
  const coming = ({ id }: Permission): Role | 'removed' | undefined => {
    const wish = state.waiting.find(asked => keyOfWish(asked) === `grant ${id}`)
    if (!wish) return undefined
    return wish.kind === 'change' ? roleOf(wish.flags) : 'removed'
  }
  return (
    <>
      {rows.length > readable && (
        <div className={styles.find}>
          <SearchField label={t('find')} value={find} onText={setFind} />
        </div>
      )}
      {found.length === 0 && find !== '' && (
        <p className={styles.more} role="status">
          {t('foundNone', { text: find.trim() })}
        </p>
      )}
      <ul className={styles.list} aria-label={t('people')} ref={list} tabIndex={-1}>
        {found.slice(0, most).map((grant, at) => {
          const failure = state.failures.get(`grant ${grant.id}`)
          const own = targetUserId(grant.target) === me
          return (
            <GrantRow
              key={grant.id}
              grant={grant}
              words={words}
              kind={kind}
              own={own}
              coming={coming(grant)}
              problem={failure && reasonOf(failure)}
              onRole={
                manages
                  ? role => onWish({ kind: 'change', grantId: grant.id, flags: flagsOf(role) })
                  : undefined
              }
              onRemove={
                manages || (own && kind === 'chat')
                  ? () => {
                      removedAt.current = at
                      onWish({ kind: 'remove', grantId: grant.id })
                    }
                  : undefined
              }
            />
          )
        })}
      </ul>
      {left > 0 && (
        <p className={styles.more}>
          <Button size="sm" onClick={showMore}>
            {t('more', { count: left })}
          </Button>
        </p>
      )}
    </>
  )
}
