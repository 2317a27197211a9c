import { useT } from '../../i18n/useT.ts'
import { useOutbox } from '../../outbox/OutboxContext.ts'
import { useWrites } from '../../outbox/useWrites.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import styles from './Unsent.module.css'
import { UnsentEntry } from './UnsentEntry.tsx'
import { useWhatWasWritten } from './useWhatWasWritten.ts'

const standsStill = new Set(['failed', 'uncertain', 'conflict'])

/** What was written and could not be sent, from every screen: nothing waits unseen. */
export function UnsentList({ close }: { close: () => void }) {
  const t = useT('unsent')
  const { writes } = useOutbox()
  const all = useWrites()
  const written = useWhatWasWritten()
  const standing = all.filter(({ state }) => standsStill.has(state))
  const waiting = all.filter(({ state }) => state === 'waiting' || state === 'sending').length
  return (
    <Dialog title={t('title')} close={{ label: t('close'), run: close }}>
      {standing.length === 0 && waiting === 0 && <p className={styles.lead}>{t('none')}</p>}
      {standing.length > 0 && (
        <>
          <p className={styles.lead}>{t('lead')}</p>
          <ul className={styles.list}>
            {standing.map(write => (
              <UnsentEntry
                key={write.id}
                write={write}
                written={written(write)}
                retry={() => void writes.retry(write.id)}
                discard={() => void writes.cancel(write.id)}
                leave={close}
              />
            ))}
          </ul>
        </>
      )}
      {waiting > 0 && <p className={styles.lead}>{t('waiting', { count: waiting })}</p>}
    </Dialog>
  )
}
