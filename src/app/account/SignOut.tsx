import { useEffect, useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import type { Outbox } from '../../outbox/Outbox.ts'
import { useOpenOutbox } from '../../outbox/OutboxContext.ts'
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx'
import { useApp } from '../AppContext.tsx'

/** Signs out at once if no data is lost. Otherwise it lists the data and asks for confirmation. */
export function SignOut({ close }: { close: () => void }) {
  const t = useT('unsent')
  const { session } = useApp()
  const open = useOpenOutbox()
  const [unsent, setUnsent] = useState<Unsent | 'unknown'>()
  useEffect(() => {
    let asked = true
    const look = async () => {
      const found = await open()
        .then(unsentOf)
        .catch(() => 'unknown' as const)
      if (!asked) return
      if (found !== 'unknown' && found.drafts + found.writes === 0) void session.signOut()
      else setUnsent(found)
    }
    void look()
    return () => {
      asked = false
    }
  }, [open, session])
  if (!unsent) return null
  return (
    <ConfirmDialog
      title={t('signOutTitle')}
      keep={{ label: t('stay'), run: close }}
      confirm={{ label: t('signOutAnyway'), run: () => void session.signOut() }}
    >
      {unsent === 'unknown' ? (
        <p>{t('signOutUnknown')}</p>
      ) : (
        <>
          <p>{t('signOutLead')}</p>
          <ul>
            {unsent.writes > 0 && <li>{t('signOutWrites', { count: unsent.writes })}</li>}
            {unsent.drafts > 0 && <li>{t('signOutDrafts', { count: unsent.drafts })}</li>}
          </ul>
        </>
      )}
    </ConfirmDialog>
  )
}

/** Number of unfinished writes and of drafts that a sign-out would delete. */
export type Unsent = { writes: number; drafts: number }

/** Counts the unsent data before a sign-out. Saves the current input first. */
export async function unsentOf(outbox: Outbox): Promise<Unsent> {
  await outbox.drafts.flush()
  return {
    writes: outbox.writes.list().filter(({ state }) => state !== 'done').length,
    drafts: await outbox.drafts.count(),
  }
}
