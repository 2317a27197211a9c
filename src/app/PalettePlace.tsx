import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useT } from '../i18n/useT.ts'
import { useFocusBack } from '../ui/useFocusBack.ts'
import { loadPalette } from './lateParts.ts'
import styles from './PalettePlace.module.css'

const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))

/** The palette, and until its code has come a field in its place: what is typed there goes on in the palette. */
export function PalettePlace({ close }: { close: () => void }) {
  useFocusBack()
  const [text, setText] = useState('')
  return (
    <Suspense fallback={<Coming text={text} onText={setText} close={close} />}>
      <Palette text={text} onText={setText} close={close} />
    </Suspense>
  )
}

type ComingProps = { text: string; onText: (text: string) => void; close: () => void }

function Coming({ text, onText, close }: ComingProps) {
  const t = useT('shell')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes a dialog, wherever the focus is in it.
    <div
      className={styles.veil}
      onPointerDown={event => event.target === event.currentTarget && close()}
      onKeyDown={event => event.key === 'Escape' && close()}
    >
      <div className={styles.box} role="dialog" aria-modal="true" aria-label={t('find')}>
        <IconSearch aria-hidden />
        <input
          ref={focusAtOnce}
          aria-label={t('find')}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={event => onText(event.target.value)}
          // Nothing else is here to go to.
          onKeyDown={event => event.key === 'Tab' && event.preventDefault()}
        />
      </div>
    </div>
  )
}

const focusAtOnce = (field: HTMLElement | null) => {
  field?.focus()
}
