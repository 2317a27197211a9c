import { z } from 'zod/mini'
import { defineSetting } from '../../outbox/settings/settingKind.ts'

/** Preferences of the user on all devices, one entry each. `app` checks the values. */
export const preferenceSetting = defineSetting({
  draftName: 'preferences',
  name: 'staffroom.preferences',
  value: z.union([z.string(), z.boolean()]),
  maxEntries: 200,
})
