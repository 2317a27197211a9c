import { createStore } from 'zustand/vanilla'
import type { Written } from '../../api/cache/applyWrite.ts'
import { ApiError } from '../../api/client/ApiError.ts'
import type { Call } from '../../api/client/call.ts'
import { responseInfoOf } from '../../api/client/responseInfo.ts'
import { type Setting, settings } from '../../contract/settings.ts'
import { delay } from '../../lib/delay.ts'
import { parseInstant } from '../../lib/schoolTime.ts'
import type { Drafts } from '../drafts/Drafts.ts'
import { runExclusive } from '../runExclusive.ts'
import type { Condition } from '../storage/Store.ts'
import {
  type Entries,
  isSameEntries,
  limitEntries,
  mergeEntries,
  parseEntries,
  serializeEntries,
} from './entries.ts'
import type { SettingProblem, Settings } from './Settings.ts'
import type { LocalSetting, SettingKind } from './settingKind.ts'

type SettingsOptions = {
  call: Call
  drafts: Drafts
  /** Changes of an earlier visit that are not sent yet belong to these. */
  kinds: readonly SettingKind[]
  clock: () => number
  /** Requests are sent only if all are true. */
  conditions: readonly Condition[]
  page: EventTarget | undefined
  /** Called when the service has stored a setting. */
  onStored: (write: Written, response: Setting) => void
}

/** Times in ms. */
const sendDelay = 3_000
/** Between two requests of one setting. Forty teachers mark at the same time. */
const minSendGap = 30_000
const maxRetryDelay = 600_000
const maxFlushTime = 3_000

/** After other devices have changed the setting. */
const maxAttempts = 3

type Pending = { kind: SettingKind; key: string; timer?: ReturnType<typeof setTimeout> | undefined }
type Stored = { entries: Entries; version: number | undefined }

const noEntries: LocalSetting = { entries: {}, isSent: true }

export function createSettings(options: SettingsOptions): Settings & { stop(): void } {
  const { call, drafts, kinds, clock, conditions, page, onStored } = options
  const problems = createStore<ReadonlyMap<string, SettingProblem>>(() => new Map())
  const pending = new Map<string, Pending>()
  /** Last known value of the service by name, if it has versions. */
  const known = new Map<string, Stored>()
  const sentAt = new Map<string, number>()
  const failures = new Map<string, number>()
  /** Time of the service minus time of this device, in ms. */
  let clockOffset = 0
  let isStopped = false

  const now = () => clock() + clockOffset
  const setProblem = (name: string, problem: SettingProblem | undefined) => {
    if (problems.getState().get(name) === problem) return
    const next = new Map(problems.getState())
    if (problem) next.set(name, problem)
    else next.delete(name)
    problems.setState(next, true)
  }
  /** A cached response may be minutes old, and was perhaps replaced by that of a write. */
  const learnTime = (setting: Setting) => {
    const answeredAt = parseInstant(setting.answered_at ?? '', 'UTC')
    const info = responseInfoOf(setting)
    if (answeredAt !== undefined) clockOffset = answeredAt - (info?.changedAt ?? info?.requestedAt ?? clock())
  }
  const merge = (kind: SettingKind, a: Entries, b: Entries) => limitEntries(mergeEntries(a, b), kind, now())

  /** One change after the other, in all tabs. Resolves to whether the result is on disk. */
  const updateLocal = (
    kind: SettingKind,
    key: string,
    update: (local: LocalSetting) => LocalSetting,
  ): Promise<boolean> =>
    runExclusive(`staffroom:setting:${kind.getName(key)}`, async () => {
      const draft = await drafts.open(kind.draft, key)
      try {
        // Reads what another tab has stored.
        await draft.takeOwnership()
        const local = draft.state().value ?? noEntries
        const next = update(local)
        const isUnchanged = next.isSent === local.isSent && isSameEntries(next.entries, local.entries)
        if (!isUnchanged) draft.set(next)
        return await draft.flush()
      } finally {
        draft.close()
      }
    })

  /** Returns the entries of this device that the service does not have. */
  const readUnsent = async (kind: SettingKind, key: string): Promise<Entries | undefined> => {
    let unsent: Entries | undefined
    await updateLocal(kind, key, local => {
      unsent = local.isSent ? undefined : local.entries
      return local
    })
    return unsent
  }

  /** Merges the stored entries into the copy of this device. Sends the result if the service has less. */
  const adopt = async (kind: SettingKind, key: string, stored: Entries): Promise<void> => {
    let isSent = true
    await updateLocal(kind, key, local => {
      const entries = merge(kind, local.entries, stored)
      isSent = isSameEntries(entries, stored)
      return { entries, isSent }
    })
    if (isSent) setProblem(kind.getName(key), undefined)
    else schedule(kind, key)
  }

  /** Returns undefined if a newer release has stored the value. */
  const readStored = (setting: Setting): Stored | undefined => {
    learnTime(setting)
    const entries = parseEntries(setting.value)
    return entries && { entries, version: setting.version }
  }
  const fetchStored = async (name: string): Promise<Stored | undefined> =>
    readStored(await call(settings.get, { name }, { priority: 'background' }))

  async function send(kind: SettingKind, key: string): Promise<void> {
    const name = kind.getName(key)
    for (let attempt = 1; ; attempt += 1) {
      const unsent = await readUnsent(kind, key)
      if (!unsent || isStopped) return
      const base = known.get(name) ?? (await fetchStored(name))
      if (!base) return setProblem(name, 'refused')
      const entries = merge(kind, base.entries, unsent)
      if (!isSameEntries(entries, base.entries)) {
        const { version } = base
        const body = { name, value: serializeEntries(entries), ...(version !== undefined && { version }) }
        const startedAt = clock()
        sentAt.set(name, startedAt)
        try {
          const response = await call(settings.change, { body }, { priority: 'background' })
          learnTime(response)
          if (response.version !== undefined) known.set(name, { entries, version: response.version })
          onStored({ endpoint: settings.change, input: { body }, sentAt: startedAt }, response)
        } catch (error) {
          known.delete(name)
          const isConflict = error instanceof ApiError && error.kind === 'conflict'
          if (!isConflict || attempt === maxAttempts) throw error
          continue
        }
      }
      failures.delete(name)
      return adopt(kind, key, entries)
    }
  }

  const sendNow = async (name: string): Promise<void> => {
    const entry = pending.get(name)
    if (!entry || isStopped || !conditions.every(condition => condition.get())) return
    clearTimeout(entry.timer)
    pending.delete(name)
    try {
      await runExclusive(`staffroom:setting:send:${name}`, () => send(entry.kind, entry.key))
    } catch (error) {
      const problem = getProblem(error)
      setProblem(name, problem)
      if (problem !== 'unreachable') return
      const failureCount = (failures.get(name) ?? 0) + 1
      failures.set(name, failureCount)
      schedule(entry.kind, entry.key, Math.min(minSendGap * 2 ** (failureCount - 1), maxRetryDelay))
    }
  }
  const schedule = (kind: SettingKind, key: string, minDelay = sendDelay): void => {
    const name = kind.getName(key)
    if (isStopped || pending.get(name)?.timer !== undefined) return
    const gap = (sentAt.get(name) ?? Number.NEGATIVE_INFINITY) + minSendGap - clock()
    const timer = setTimeout(
      () => {
        pending.set(name, { kind, key })
        void sendNow(name)
      },
      Math.max(minDelay, gap),
    )
    pending.set(name, { kind, key, timer })
  }
  const sendAll = () => Promise.all([...pending.keys()].map(sendNow))

  const unsubscribes = conditions.map(condition => condition.subscribe(() => void sendAll()))
  const pageListener = new AbortController()
  // A hidden page may be closed without another event.
  page?.addEventListener('visibilitychange', () => void sendAll(), { signal: pageListener.signal })

  const scheduleUnsent = async () => {
    for (const kind of kinds) {
      const copies = await drafts.list(kind.draft)
      for (const { key, draft } of copies) if (!draft.value.isSent) schedule(kind, key)
    }
  }
  void scheduleUnsent().catch(() => undefined)

  return {
    async change(kind, key, change) {
      const isOnDisk = await updateLocal(kind, key, ({ entries, isSent }) => {
        const changed = limitEntries(change(entries, now()), kind, now())
        return { entries: changed, isSent: isSent && isSameEntries(changed, entries) }
      })
      schedule(kind, key)
      return isOnDisk
    },
    async receive(kind, key, setting) {
      const stored = readStored(setting)
      const name = kind.getName(key)
      if (!stored) return setProblem(name, 'refused')
      if (stored.version !== undefined) known.set(name, stored)
      await adopt(kind, key, stored.entries)
    },
    getProblem: name => problems.getState().get(name),
    subscribe: problems.subscribe,
    async flush() {
      await Promise.race([sendAll(), delay(maxFlushTime)])
    },
    stop() {
      isStopped = true
      pageListener.abort()
      for (const unsubscribe of unsubscribes) unsubscribe()
      for (const { timer } of pending.values()) clearTimeout(timer)
      pending.clear()
    },
  }
}

function getProblem(error: unknown): SettingProblem {
  if (!(error instanceof ApiError)) return 'unreachable'
  if (error.kind === 'unsupported') return 'unsupported'
  return isTemporary(error) ? 'unreachable' : 'refused'
}

/** Whether a later request may succeed. */
export const isTemporary = ({ kind }: ApiError): boolean =>
  ['offline', 'server', 'busy', 'signedOut', 'conflict'].includes(kind)
