import { Text } from '@mantine/core'
import { useT } from '../../i18n/useT.ts'
import type { SettingPlace } from '../../outbox/settings/useSetting.ts'

type SettingPlaceTextProps = {
  /** Undefined until it is known. */
  place: SettingPlace | undefined
  className?: string | undefined
}

/** Says where a setting is stored: in the account, or on this device. The line is reserved until it is known. */
export function SettingPlaceText({ place, className }: SettingPlaceTextProps) {
  const t = useT('settings')
  return (
    <Text className={className} size="xs" c="var(--text-3)" mih="1lh">
      {place && t(place)}
    </Text>
  )
}
