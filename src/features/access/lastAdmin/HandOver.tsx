import { useState } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { Button } from '../../../ui/Button.tsx'
import type { Heir } from '../model/createAccessWrites.ts'
import { HeirMenu } from './HeirMenu.tsx'
import type { HeirChoice } from './heirs.ts'
import styles from './LastAdmin.module.css'

type HandOverProps = {
  title: string
  heirs: readonly HeirChoice[]
  busy: boolean
  onHand: (heir: Heir) => void
}

/** Makes somebody else admin first. Proposed is a colleague who has access already, and nobody else. */
export function HandOver({ title, heirs, busy, onHand }: HandOverProps) {
  const t = useT('access')
  const [key, setKey] = useState<string>()
  const proposed = heirs.find(({ role, isTeacher }) => role !== undefined && isTeacher === true)
  const chosen = heirs.find(choice => choice.key === key) ?? proposed
  return (
    <fieldset className={styles.way} aria-label={title}>
      <h3>{title}</h3>
      {heirs.length === 0 ? (
        <p className={styles.hint}>{t('last.nobody')}</p>
      ) : (
        <div className={styles.row}>
          <HeirMenu heirs={heirs} chosen={chosen} disabled={busy} onChoose={choice => setKey(choice.key)} />
          <Button
            look="primary"
            aria-disabled={busy || !chosen}
            onClick={() => !busy && chosen && onHand(chosen.heir)}
          >
            {t('last.hand')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
