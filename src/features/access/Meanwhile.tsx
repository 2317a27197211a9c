import { Button } from '@mantine/core'
import type { Permission } from '../../contract/permissions.ts'
import { useT } from '../../i18n/useT.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import styles from './AccessDrawer.module.css'
import type { GrantWords } from './accessWords.ts'
import { type AccessChange, roleOf } from './grants.ts'

type MeanwhileProps = {
  changes: readonly AccessChange[]
  words: GrantWords
  /** Missing where nothing is left to do. */
  goOn: (() => void) | undefined
  leave: () => void
}

/** What somebody else changed between looking and doing, in the place of what was not sent. */
export function Meanwhile({ changes, words, goOn, leave }: MeanwhileProps) {
  const t = useT('access')
  const roleWord = (grant: Permission) => t(`role.${roleOf(grant)}`)
  const say = (change: AccessChange) => {
    const { grant } = change
    const facts = { name: words.nameOf(grant), role: roleWord(grant) }
    if (change.kind === 'added') return t('meanwhile.added', { ...facts, by: words.givenBy(grant) })
    if (change.kind === 'removed') return t('meanwhile.removed', facts)
    const before = roleWord(change.before)
    return before === facts.role ? t('meanwhile.given', facts) : t('meanwhile.changed', { ...facts, before })
  }
  return (
    <div className={styles.above}>
      <Notice tone="warn" role="alert">
        <p>{t('meanwhile.title')}</p>
        <ul className={styles.changes}>
          {changes.map(change => (
            <li key={`${change.kind} ${change.grant.id}`}>{say(change)}</li>
          ))}
        </ul>
        <div className={styles.answers}>
          {goOn && (
            <Button size="sm" onClick={goOn}>
              {t('meanwhile.all')}
            </Button>
          )}
          <Button size="sm" onClick={leave}>
            {t('meanwhile.leave')}
          </Button>
        </div>
      </Notice>
    </div>
  )
}
