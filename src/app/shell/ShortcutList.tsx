import { Box, Checkbox, Kbd } from '@mantine/core'
import { use, useState } from 'react'
import { isKeyCombination, useKeyLabel } from '../../i18n/useKeyLabel.ts'
import { useT } from '../../i18n/useT.ts'
import { ShortcutContext } from '../../ui/focus/useShortcuts.ts'
import { Dialog } from '../../ui/layout/Dialog.tsx'
import { useApp, useSettings } from '../AppContext.tsx'
import styles from './ShortcutList.module.css'

/** `staysActive`: pressed with Ctrl or Alt, or Escape. Works even if the shortcuts are disabled. */
type ShortcutGroup = { keys: readonly string[]; description: string; staysActive?: boolean }

export function ShortcutList({ close }: { close: () => void }) {
  const t = useT('shortcuts')
  const shell = useT('shell')
  const { preferences } = useApp()
  const { shortcuts: isEnabled } = useSettings()
  const keyLabel = useKeyLabel()
  const store = use(ShortcutContext)
  // Read once, because opening the list does not change the screen.
  const [lists] = useState(() => ({
    screen: groupShortcuts(store?.list('screen')),
    app: groupShortcuts(store?.list('app')),
  }))
  const everywhere: ShortcutGroup[] = [
    { keys: ['Ctrl+K'], description: t('find'), staysActive: true },
    ...lists.app,
    { keys: ['Escape'], description: t('escape'), staysActive: true },
  ]
  return (
    <Dialog title={t('title')} close={{ label: shell('close'), run: close }}>
      <Box component="p" c="dimmed">
        {t('lead', { command: keyLabel('Ctrl') })}
      </Box>
      <Checkbox
        mt="md"
        label={t('on')}
        checked={isEnabled}
        onChange={event => preferences.update({ shortcuts: event.target.checked })}
      />
      {lists.screen.length > 0 && (
        <ShortcutTable title={t('here')} groups={lists.screen} isDisabled={!isEnabled} />
      )}
      <ShortcutTable title={t('everywhere')} groups={everywhere} isDisabled={!isEnabled} />
    </Dialog>
  )
}

function ShortcutTable({
  title,
  groups,
  isDisabled,
}: {
  title: string
  groups: readonly ShortcutGroup[]
  isDisabled: boolean
}) {
  const keyLabel = useKeyLabel()
  return (
    <Box component="section" mt="lg" className={styles.section}>
      <h3>{title}</h3>
      <dl>
        {groups.map(group => (
          <div key={group.description} data-off={isDisabled && !group.staysActive}>
            <dt>{group.description}</dt>
            <dd>
              {group.keys.map(key => (
                <Kbd key={key}>{keyLabel(key)}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Box>
  )
}

function groupShortcuts(shortcuts: readonly { key: string; description: string }[] = []): ShortcutGroup[] {
  const groups = Map.groupBy(shortcuts, shortcut => shortcut.description)
  return [...groups].map(([description, group]) => ({
    description,
    keys: group.map(({ key }) => key),
    staysActive: group.every(({ key }) => isKeyCombination(key)),
  }))
}
