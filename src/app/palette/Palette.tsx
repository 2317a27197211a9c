import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/Text.layer.css'
import { Box, Modal, Text, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useParams } from 'react-router'
import { readParam } from '../../contract/wire.ts'
import { useT } from '../../i18n/useT.ts'
import { isComposing } from '../../ui/focus/isComposing.ts'
import { usePerson } from '../../ui/Person.tsx'
import { useApp } from '../AppContext.tsx'
import { FindField } from '../shell/Overlays.tsx'
import styles from './Palette.module.css'
import { type Entry, rank } from './rank.ts'
import { useEntries } from './useEntries.ts'

type PaletteProps = { text: string; onText: (text: string) => void; close: () => void }

/** Finds what is loaded and what can be done, by typing. One line of input, one list, no mouse needed. */
export function Palette({ text, onText, close }: PaletteProps) {
  const t = useT('palette')
  const id = useId()
  const { preferences } = useApp()
  const { id: person } = usePerson()
  const { courseId } = useParams()
  const current = readParam('course_id', courseId ?? '') ?? preferences.person(person).lastClass
  const [chosen, setChosen] = useState<string>()
  const found = rank(useEntries(current, text), text)
  // By its name, not its place: what loads while one chooses must not come under the choice.
  const at = Math.max(
    0,
    found.findIndex(entry => entry.id === chosen),
  )
  const active = found[at]

  const choose = (entry: Entry | undefined) => {
    if (!entry) return
    close()
    entry.run()
  }
  const press = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const to = stepOf(event.key, at, found.length)
    if (to !== undefined) setChosen(found[to]?.id)
    else if (event.key === 'Enter') choose(active)
    else return
    event.preventDefault()
  }
  useEffect(() => {
    document.getElementById(`${id}-${active?.id}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active?.id])

  return (
    <Modal
      opened
      size="36rem"
      onClose={close}
      withCloseButton={false}
      yOffset="10dvh"
      centered={false}
      attributes={{ content: { 'aria-label': t('title') } }}
      styles={{ content: { background: 'var(--paper-float)' } }}
    >
      <FindField
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active && `${id}-${active.id}`}
        placeholder={t('placeholder')}
        data-autofocus
        text={text}
        onText={next => {
          onText(next)
          setChosen(undefined)
        }}
        onKeyDown={press}
      />
      <VisuallyHidden role="status">{t('results', { count: found.length })}</VisuallyHidden>
      <div className={styles.list} id={`${id}-list`} role="listbox" aria-label={t('title')}>
        {found.map((entry, place) => (
          <div
            key={entry.id}
            id={`${id}-${entry.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === at}
            className={styles.entry}
            onPointerMove={() => setChosen(entry.id)}
            onClick={() => choose(entry)}
            onKeyDown={press}
          >
            <Text span truncate flex="none" maw="60%">
              {entry.label}
            </Text>
            <Text span truncate miw={0} size="sm" c="dimmed">
              {entry.detail}
            </Text>
            <Text span flex="none" ml="auto" size="xs" c="var(--text-3)">
              {entry.leads ?? t(entry.group)}
            </Text>
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <Box px="lg" py="xl" c="dimmed" style={{ borderTop: '1px solid var(--rule)' }}>
          <Text fw={600} c="var(--text)">
            {t('nothing', { text })}
          </Text>
          {t('nothingHint')}
        </Box>
      )}
    </Modal>
  )
}

/** Where a key moves the choice to; around at the ends. */
function stepOf(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at + count - 1) % count
  if (key === 'PageDown') return Math.min(at + 8, count - 1)
  if (key === 'PageUp') return Math.max(at - 8, 0)
  return undefined
}
