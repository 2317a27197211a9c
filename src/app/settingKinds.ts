import { phraseSetting } from '../features/homework/correction/phraseSetting.ts'
import { schemeSetting } from '../features/homework/scheme/schemeStore.ts'
import { preferenceSetting } from '../features/settings/preferenceSetting.ts'
import type { SettingKind } from '../outbox/settings/settingKind.ts'

/** All settings that devices share. Changes of a kind that is missing here are not sent after a reload. */
export const settingKinds: readonly SettingKind[] = [phraseSetting, schemeSetting, preferenceSetting]
