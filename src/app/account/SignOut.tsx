import { Box, Text, UnstyledButton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { Delivery } from '../../delivery/Delivery.ts'
import { useOpenDelivery } from '../../delivery/DeliveryContext.ts'
import type { DraftName } from '../../delivery/drafts/Drafts.ts'
import { type Entry, isUnfinished } from '../../delivery/entries/Entry.ts'
import { useT } from '../../i18n/useT.ts'
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx'
import { useApp } from '../AppContext.tsx'
import { type DraftDescription, useDescribeDraft } from './useDescribeDraft.ts'

/** Signs out. If drafts or unsent writes would be lost, lists them first. */
export function SignOut({ close }: { close: () => void }) {
  const t = useT('unsent')
  const { session } = useApp()
  const open = useOpenDelivery()
  const [unsent, setUnsent] = useState<Unsent | 'unknown'>()
  useEffect(() => {
    let isActive = true
    const checkUnsent = async () => {
      const found = await open()
        .then(getUnsent)
        .catch(() => 'unknown' as const)
      if (!isActive) return
      if (found !== 'unknown' && found.drafts.length + found.entries.length === 0) void session.signOut()
      else setUnsent(found)
    }
    void checkUnsent()
    return () => {
      isActive = false
    }
  }, [open, session])
  if (!unsent) return null
  return (
    <ConfirmDialog
      title={t('signOutTitle')}
      cancel={{ label: t('stay'), run: close }}
      confirm={{ label: t('signOutAnyway'), run: () => void session.signOut() }}
    >
      {unsent === 'unknown' ? <p>{t('signOutUnknown')}</p> : <UnsentItems unsent={unsent} onLeave={close} />}
    </ConfirmDialog>
  )
}

function UnsentItems({ unsent, onLeave }: { unsent: Unsent; onLeave: () => void }) {
  const t = useT('unsent')
  const describe = useDescribeDraft()
  const entries = unsent.entries.map(({ id, title, path }) => ({ id, label: title, path }))
  const drafts = unsent.drafts.map(draft => ({ id: `${draft.kind} ${draft.key}`, ...describe(draft) }))
  return (
    <>
      <p>{t('signOutLead')}</p>
      <Box mah="40dvh" style={{ overflow: 'auto' }}>
        <ItemList title={t('signOutWrites', { count: entries.length })} items={entries} onLeave={onLeave} />
        <ItemList title={t('signOutDrafts', { count: drafts.length })} items={drafts} onLeave={onLeave} />
      </Box>
    </>
  )
}

type ItemListProps = {
  title: string
  items: readonly (DraftDescription & { id: string })[]
  onLeave: () => void
}

/** Hundreds of uploads would hide the drafts below them. */
const maxListed = 20

function ItemList({ title, items, onLeave }: ItemListProps) {
  const t = useT('unsent')
  if (items.length === 0) return null
  const hidden = items.length - maxListed
  return (
    <Box component="section" mt="sm">
      <Text fw={600}>{title}</Text>
      <Box component="ul" aria-label={title}>
        {items.slice(0, maxListed).map(({ id, label, detail, path }) => (
          <Box component="li" key={id} py="xs">
            {path ? (
              <UnstyledButton
                component={Link}
                variant="link"
                mih="var(--control-sm)"
                to={path}
                onClick={onLeave}
              >
                {label}
              </UnstyledButton>
            ) : (
              <span>{label}</span>
            )}
            {detail && (
              <Text size="sm" c="dimmed" truncate dir="auto">
                {detail}
              </Text>
            )}
          </Box>
        ))}
        {hidden > 0 && <li>{t('signOutMore', { count: hidden })}</li>}
      </Box>
    </Box>
  )
}

/** Entries and drafts that a sign-out would delete. */
export type Unsent = { entries: readonly Entry[]; drafts: readonly DraftName[] }

/** Saves the current input first. */
export async function getUnsent(delivery: Delivery): Promise<Unsent> {
  await delivery.drafts.flush()
  return {
    entries: delivery.entries.list().filter(isUnfinished),
    drafts: await delivery.drafts.names(),
  }
}
