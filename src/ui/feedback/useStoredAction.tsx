import { Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useT } from '../../i18n/useT.ts'

type StoredAction = {
  /** Never rejects. */
  run: (action: () => Promise<unknown>) => Promise<void>
  /** Message to show next to the control if the device could not store the last action. */
  storageError: ReactNode
}

/** Runs actions that change stored data, e.g. "Send again". */
export function useStoredAction(): StoredAction {
  const t = useT('drafts')
  const [hasFailed, setFailed] = useState(false)
  return {
    async run(action) {
      setFailed(false)
      await action().catch(() => setFailed(true))
    },
    storageError: hasFailed && (
      <Text component="span" display="block" role="alert" size="sm" c="var(--danger-text)">
        {t('notStored')}
      </Text>
    ),
  }
}
