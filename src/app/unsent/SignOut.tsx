import { useEffect, useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import { useOpenOutbox } from '../../outbox/OutboxContext.ts'
import { type Unsent, unsentOf } from '../../outbox/unsentOf.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useApp } from '../AppContext.tsx'
import styles from './Unsent.module.css'

/** Signs out: at once when nothing is lost by it, else after saying what. */
export function SignOut({ close }: { close: () => void }) {
  const t = useT('unsent')
  const { session } = useApp()
  const open = useOpenOutbox()
  const [unsent, setUnsent] = useState<Unsent>()
  useEffect(() => {
    let asked = true
    const look = async () => {
      // Nobody is held back by an outbox that can't be opened.
      const found = await open()
        .then(unsentOf)
        .catch(() => undefined)
      if (!asked) return
      if (found && found.drafts + found.writes > 0) setUnsent(found)
      else void session.signOut()
    }
    void look()
    return () => {
      asked = false
    }
  }, [open, session])
  if (!unsent) return null
  return (
    <Dialog title={t('signOutTitle')} close={{ label: t('stay'), run: close }}>
      <p className={styles.lead}>{t('signOutLead')}</p>
      <ul className={styles.losses}>
        {unsent.writes > 0 && <li>{t('signOutWrites', { count: unsent.writes })}</li>}
        {unsent.drafts > 0 && <li>{t('signOutDrafts', { count: unsent.drafts })}</li>}
      </ul>
      <div className={styles.answers}>
        <Button data-autofocus onClick={close}>
          {t('stay')}
        </Button>
        <Button look="quiet" className={styles.loses} onClick={() => void session.signOut()}>
          {t('signOutAnyway')}
        </Button>
      </div>
    </Dialog>
  )
}
