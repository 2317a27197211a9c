import type { Setting } from '../../contract/settings.ts'
import type { Entries } from './entries.ts'
import type { SettingKind } from './settingKind.ts'

/**
 * Why a setting is not stored by the service. `unsupported`: it has no settings. `refused`: it does not accept this
 * one. `unreachable`: it is tried again.
 */
export type SettingProblem = 'unsupported' | 'refused' | 'unreachable'

/** Settings that the devices of a user share. Each device has a copy, and sends its changes when it can. */
export type Settings = {
  /**
   * Changes the copy of this device, and sends it a few seconds later. `now` is the time of the service. Resolves to
   * whether the copy is on disk.
   */
  change(kind: SettingKind, key: string, change: (entries: Entries, now: number) => Entries): Promise<boolean>
  /** Merges a value of the service into the copy, and sends the changes that the service does not have. */
  receive(kind: SettingKind, key: string, stored: Setting): Promise<void>
  /** By the name at the service. */
  getProblem(name: string): SettingProblem | undefined
  subscribe(listener: () => void): () => void
  /** Sends pending changes at once. Resolves after a few seconds even if the service does not respond. */
  flush(): Promise<void>
}
