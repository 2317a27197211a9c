import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { z } from 'zod/mini'
import { type Setting, settings } from '../../contract/settings.ts'
import { parseJson } from '../../lib/parseJson.ts'
import { fetchFresh, query, write } from '../cache/query.ts'
import { ApiError } from '../client/ApiError.ts'

/** A value that follows the user to other devices. */
export type SettingKind<T> = {
  /** Name at the service. Never changes. */
  name: string
  value: z.ZodMiniType<T>
  /** The value before the first change, and in place of one that can't be read. */
  initial: T
}

/** In ms. Events of the service refresh it earlier. */
const staleTime = 300_000

/** After other devices have changed it. */
const maxAttempts = 3

export const settingQuery = ({ name }: { name: string }) => ({
  ...query(settings.get, { name }, { priority: 'background' }),
  staleTime,
})

export function parseSetting<T>(kind: SettingKind<T>, setting: Setting | undefined): T {
  const parsed = kind.value.safeParse(parseJson(setting?.value ?? ''))
  return parsed.success ? parsed.data : kind.initial
}

/** Returns the initial value while it loads, and before a service without settings. */
export function useSetting<T>(kind: SettingKind<T>, isEnabled: boolean): T {
  const { data } = useQuery({ ...settingQuery(kind), enabled: isEnabled })
  return useMemo(() => parseSetting(kind, data), [kind, data])
}

/**
 * Stores a changed value. If another device was faster, applies the change to its value. Throws `ApiError`.
 */
export async function changeSetting<T>(
  client: QueryClient,
  kind: SettingKind<T>,
  change: (value: T) => T,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const stored =
      attempt === 1
        ? await client.ensureQueryData(settingQuery(kind))
        : await fetchFresh(client, settingQuery(kind))
    const { version } = stored
    const value = JSON.stringify(change(parseSetting(kind, stored)))
    const body = { name: kind.name, value, ...(version !== undefined && { version }) }
    try {
      await client.getMutationCache().build(client, write(settings.change)).execute({ body })
      return
    } catch (error) {
      const isOutdated = error instanceof ApiError && error.kind === 'conflict'
      if (!isOutdated || attempt === maxAttempts) throw error
    }
  }
}
