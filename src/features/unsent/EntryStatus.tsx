import { Button, Group, Text } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useDelivery } from '../../delivery/DeliveryContext.ts'
import { canEdit, type Entry, isBlocked } from '../../delivery/entries/Entry.ts'
import { getRefusalText } from '../../delivery/entries/requestErrors.ts'
import { useFormatError } from '../../i18n/useFormatError.ts'
import { useT } from '../../i18n/useT.ts'
import { useStoredAction } from '../../ui/feedback/useStoredAction.tsx'
import { sanitizeName } from '../../ui/sanitizeName.ts'

type EntryStatusProps = {
  entry: Entry
  /** Called after the text was put back into its form. */
  onEdited?: () => void
  /** In place of the text, e.g. the comparison of two versions. */
  children?: ReactNode
}

/** State of an entry that is not sent yet, and what the user can do about it. */
export function EntryStatus({ entry, onEdited, children }: EntryStatusProps) {
  const t = useT('drafts')
  const { entries } = useDelivery()
  const describe = useEntryState()
  const { run, storageError } = useStoredAction()
  const { id, state, title } = entry
  const isEnded = isBlocked(entry)
  const renderAction = (label: string, action: () => Promise<unknown>, isSubtle = true) => (
    <Button
      size="sm"
      variant={isSubtle ? 'subtle' : 'default'}
      aria-label={t('said', { action: label, what: title })}
      onClick={() => run(action)}
    >
      {label}
    </Button>
  )
  const edit = async () => {
    if (await entries.edit(id)) onEdited?.()
  }
  const color = state === 'failed' ? 'var(--danger-text)' : isEnded ? 'var(--warn-text)' : 'dimmed'
  return (
    <Group gap="xs" mt="xs">
      {children ?? (
        <Text component="span" size="sm" c={color} role={isEnded ? 'alert' : 'status'}>
          {describe(entry)}
        </Text>
      )}
      {isEnded && renderAction(t(state === 'conflict' ? 'replace' : 'retry'), () => entries.retry(id), false)}
      {canEdit(entry) &&
        (isEnded || state === 'waiting') &&
        renderAction(t(isEnded ? 'edit' : 'takeBack'), edit)}
      {isEnded && renderAction(t('discard'), () => entries.cancel(id))}
      {storageError}
    </Group>
  )
}

/** Returns a function that describes the state of an entry in a sentence. */
export function useEntryState(): (entry: Entry) => string {
  const t = useT('drafts')
  const formatError = useFormatError()
  const { online } = useNetwork()
  return ({ state, error }) => {
    if (state === 'uncertain' || state === 'conflict') return t(state)
    if (state === 'failed') {
      if (error?.kind === 'notFound' && error.fields.file !== undefined) return t('fileGone')
      if (error?.fields.notMade !== undefined) {
        const { file = '', notMade: reason } = error.fields
        return t('notMade', { name: sanitizeName(file), reason })
      }
      const refusal = error && getRefusalText(error)
      return t('failed', { reason: refusal === undefined ? formatError(error) : sanitizeName(refusal) })
    }
    if (state === 'sending') return t(error ? 'trying' : 'sending')
    if (!online || error?.kind === 'offline') return t('offline')
    if (error?.kind === 'signedOut' || error?.kind === 'busy') return t(error.kind)
    return t('waits')
  }
}
