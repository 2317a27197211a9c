import { Box, Checkbox, Kbd } from '@mantine/core'
import { use, useState } from 'react'
import { isHeld, useKeyLabel } from '../../i18n/useKeyLabel.ts'
import { useT } from '../../i18n/useT.ts'
import { ShortcutContext } from '../../ui/focus/useShortcuts.ts'
import { Dialog } from '../../ui/layout/Dialog.tsx'
import { useApp, useSettings } from '../AppContext.tsx'
import styles from './ShortcutList.module.css'

/** `held`: pressed together with Ctrl or Alt. It is not a single-key shortcut and stays active. */
type Line = { keys: readonly string[]; description: string; held?: boolean }

/** Lists the shortcuts of the screen and the app, with a switch for single-key shortcuts. */
export function ShortcutList({ close }: { close: () => void }) {
  const t = useT('shortcuts')
  const shell = useT('shell')
  const { preferences } = useApp()
  const { shortcuts: on } = useSettings()
  const keyLabel = useKeyLabel()
  const store = use(ShortcutContext)
  // Read once when the list opens, because opening it moves the focus but does not change the screen.
  const [lists] = useState(() => ({
    screen: linesOf(store?.list('screen')),
    app: linesOf(store?.list('app')),
  }))
  const everywhere: Line[] = [
    { keys: ['Ctrl+K'], description: t('find') },
    ...lists.app,
    { keys: ['Escape'], description: t('escape') },
  ]
  return (
    <Dialog title={t('title')} close={{ label: shell('close'), run: close }}>
      <Box component="p" c="dimmed">
        {t('lead', { command: keyLabel('Ctrl') })}
      </Box>
      <Checkbox
        mt="md"
        label={t('on')}
        checked={on}
        onChange={event => preferences.change({ shortcuts: event.target.checked })}
      />
      {lists.screen.length > 0 && <Lines title={t('here')} lines={lists.screen} off={!on} />}
      <Lines title={t('everywhere')} lines={everywhere} off={false} />
    </Dialog>
  )
}

function Lines({ title, lines, off }: { title: string; lines: readonly Line[]; off: boolean }) {
  const keyLabel = useKeyLabel()
  return (
    <Box component="section" mt="lg" className={styles.section}>
      <h3>{title}</h3>
      <dl>
        {lines.map(line => (
          <div key={line.description} data-off={off && !line.held}>
            <dt>{line.description}</dt>
            <dd>
              {line.keys.map(key => (
                <Kbd key={key}>{keyLabel(key)}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Box>
  )
}

/** Groups keys with the same action. */
function linesOf(shortcuts: readonly { key: string; description: string }[] = []): Line[] {
  const lines = Map.groupBy(shortcuts, shortcut => shortcut.description)
  return [...lines].map(([description, same]) => ({
    description,
    keys: same.map(({ key }) => key),
    held: same.every(({ key }) => isHeld(key)),
  }))
}
