import { Text } from '@mantine/core'
import { useT } from '../../i18n/useT.ts'
import type { SettingPlace } from '../../outbox/settings/useSetting.ts'

type SettingPlaceTextProps = {
  /** Undefined while it loads. */
  place: SettingPlace | undefined
  className?: string | undefined
}

/** Says where a setting is stored: in the account, or on this device. Reserves its line while it loads. */
export function SettingPlaceText({ place, className }: SettingPlaceTextProps) {
  const t = useT('settings')
  return (
    <Text className={className} size="xs" c="var(--text-3)" mih="1lh">
      {place && t(place)}
    </Text>
  )
}
