import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconCloudOff,
  IconHourglass,
  IconSend,
} from '@tabler/icons-react'
import styles from './Shell.module.css'
import { type NetworkWords, useNetwork } from './useNetwork.ts'

const icons: Record<NetworkWords['kind'], typeof IconCheck> = {
  fresh: IconCheck,
  loading: IconClock,
  stale: IconClock,
  busy: IconHourglass,
  offline: IconCloudOff,
  waiting: IconSend,
  notKept: IconAlertTriangle,
}

/** The one place on desks that tells the truth about the network. */
export function NetworkFoot() {
  const { kind, tone, title, more } = useNetwork()
  const Icon = icons[kind]
  return (
    <p className={styles.network} data-tone={tone} role="status">
      <Icon aria-hidden />
      <span>
        {more ? <b>{title}</b> : title}
        {more}
      </span>
    </p>
  )
}
