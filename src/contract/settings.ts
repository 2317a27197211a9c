import { z } from 'zod/mini'
import { endpoint, one } from './endpoint.ts'
import { assumed, DateTime } from './wire.ts'

/** Maximum number of settings of a user. */
export const maxSettings = 500
/** Maximum size of a value in UTF-8, in bytes. */
export const maxSettingBytes = 64 * 1024

const nameRule = 'must have 1 to 100 letters, digits, dots, colons, - or _'
const SettingName = z.string().check(z.maxLength(100, nameRule), z.regex(/^[\w.:-]+$/, nameRule))

const valueRule = `must have at most ${maxSettingBytes / 1024} kB`
const SettingValue = z.string().check(
  z.maxLength(maxSettingBytes, valueRule),
  // A character has up to four bytes.
  z.refine(text => new TextEncoder().encode(text).length <= maxSettingBytes, valueRule),
)

/** A text that an app stores for the user. */
export const Setting = z.looseObject({
  name: z.string(),
  /** Null if it is not stored. */
  value: z.nullable(z.string()),
  /** Changes with each write. 0 if it is not stored. */
  version: assumed(z.int()),
  /** Time of the service. Devices with a wrong clock use it to order their changes. */
  answered_at: assumed(DateTime),
})
export type Setting = z.output<typeof Setting>

const without =
  'seen in a public client: a store of names and values; without it the app stores settings only on the device'

const get = endpoint('GET /me/settings', 'One of the user’s settings', {
  resource: 'setting',
  scope: 'me',
  query: z.object({
    name: SettingName,
    /** Returned as the value of a setting that is not stored. */
    default: z.optional(SettingValue),
  }),
  response: one(Setting),
  assumed: without,
})

export const settings = {
  get,
  change: endpoint('POST /me/settings', 'Stores one of the user’s settings', {
    resource: 'setting',
    scope: 'me',
    body: z.object({
      name: SettingName,
      /** Null deletes the setting. */
      value: z.nullable(SettingValue),
      /** Version on which the value is based. If it is outdated, the service returns 409. */
      version: z.optional(z.int().check(z.nonnegative())),
    }),
    response: one(Setting),
    invalidates: ['setting'],
    invalidationScope: ({ name }: { name: string }) => ({ invalidates: ['setting'], ids: { name } }),
    patches: [{ target: get }],
    assumed: `${without}. The version is an extension`,
  }),
}
