import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { query } from '../../api/cache/query.ts'
import type { ApiError } from '../../api/client/ApiError.ts'
import { settings } from '../../contract/settings.ts'
import { useDraft } from '../drafts/useDraft.ts'
import { useOutbox } from '../OutboxContext.ts'
import { isTemporary } from './createSettings.ts'
import type { Entries } from './entries.ts'
import type { SettingProblem } from './Settings.ts'
import type { LocalSetting, SettingKind } from './settingKind.ts'

/**
 * Where a setting is stored. `account`: the service has it. `pending`: it is not sent yet. `unsupported` and `refused`:
 * only this device has it.
 */
export type SettingPlace = 'account' | 'pending' | 'unsupported' | 'refused'

/** In ms. Events of the service refresh it earlier. */
const staleTime = 300_000

/** Not fetched again by every screen that uses the setting. */
export const settingQuery = (kind: SettingKind, key: string) => ({
  ...query(settings.get, { name: kind.getName(key) }, { priority: 'background' }),
  staleTime,
})

/** Returns a setting, merged with the value of the service. Suspends until the copy of this device is read. */
export function useSetting(
  kind: SettingKind,
  key: string,
): { entries: Entries; place: SettingPlace | undefined } {
  const outbox = useOutbox()
  const { state } = useDraft(kind.draft, key)
  const { data, error } = useQuery(settingQuery(kind, key))
  const problem = useSyncExternalStore(outbox.settings.subscribe, () =>
    outbox.settings.getProblem(kind.getName(key)),
  )
  useEffect(() => {
    if (data) void outbox.settings.receive(kind, key, data).catch(() => undefined)
  }, [outbox, kind, key, data])
  return {
    entries: state.value?.entries ?? noEntries,
    place: getPlace({ local: state.value, isFetched: data !== undefined, error, problem }),
  }
}

const noEntries: Entries = {}

type Facts = {
  local: LocalSetting | undefined
  isFetched: boolean
  error: ApiError | null
  problem: SettingProblem | undefined
}

/** Undefined while it loads. */
function getPlace({ local, isFetched, error, problem }: Facts): SettingPlace | undefined {
  if (problem === 'unsupported' || error?.kind === 'unsupported') return 'unsupported'
  if (problem === 'refused' || (error && !isTemporary(error))) return 'refused'
  if (local && !local.isSent) return 'pending'
  return local || isFetched ? 'account' : undefined
}
