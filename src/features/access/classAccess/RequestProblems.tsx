import { Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import type { Permission } from '../../../contract/permissions.ts'
import { useT } from '../../../i18n/useT.ts'
import { type GrantWords, useReason } from '../accessWords.ts'
import type { AccessRequest } from '../grants.ts'
import { MeanwhileNotice } from '../MeanwhileNotice.tsx'
import type { AccessWrites } from '../permissionWrites.ts'
import type { AccessItem } from './accessItems.ts'
import { contentKindOf } from './ItemMark.tsx'

type RequestProblemsProps = {
  item: AccessItem
  /** Key of the request (`keyOfRequest`). */
  about: string
  /** The current grants on the item. */
  rows: readonly Permission[]
  words: GrantWords
  writes: AccessWrites
  ask: (request: AccessRequest) => void
}

/** Shows why the last change of an item failed, or that other users have changed its access in the meantime. */
export function RequestProblems({ item, about, rows, words, writes, ask }: RequestProblemsProps) {
  const t = useT('access')
  const { failures, stopped } = useSyncExternalStore(writes.subscribe, writes.state)
  const reasonOf = useReason(contentKindOf(item), item.of.field)
  const failure = failures.get(about)
  return (
    <>
      {failure && (
        <Text size="sm" c="var(--danger-text)" role="alert">
          {t('notDone', { reason: reasonOf(failure) })}
        </Text>
      )}
      {stopped && <MeanwhileNotice {...{ stopped, rows, words, ask }} forget={writes.forget} />}
    </>
  )
}
