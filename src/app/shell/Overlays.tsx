import { type ElementProps, Input, type InputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import { isComposing } from '../../ui/focus/isComposing.ts'
import { useRestoreFocus } from '../../ui/focus/isFocusLost.ts'
import { Palette, ShortcutList, SignOut, UnsentList } from '../lazyComponents.ts'
import styles from './Overlays.module.css'

type Overlay = 'palette' | 'shortcuts' | 'unsent' | 'signOut'
type Overlays = { show: (overlay: Overlay) => void; shown: Overlay | undefined }

const OverlaysContext = createContext<Overlays>({ show: () => undefined, shown: undefined })

export const useOverlays = (): Overlays => use(OverlaysContext)

/** Provides the dialogs that every screen can open. `isCovered`: the sign-in covers the screen. */
export function OverlaysProvider({ isCovered, children }: { isCovered: boolean; children: ReactNode }) {
  const [shown, setShown] = useState<Overlay>()
  const overlays = useMemo(() => ({ show: setShown, shown }), [shown])
  const close = () => setShown(undefined)
  return (
    <OverlaysContext value={overlays}>
      {children}
      {!isCovered && shown === 'palette' && <PaletteHost close={close} />}
      {!isCovered && shown === 'shortcuts' && <ShortcutList close={close} />}
      {!isCovered && shown === 'unsent' && <UnsentList close={close} />}
      {!isCovered && shown === 'signOut' && <SignOut close={close} />}
    </OverlaysContext>
  )
}

/** While the code of the palette loads, an input replaces it and passes on the typed text. */
function PaletteHost({ close }: { close: () => void }) {
  useRestoreFocus()
  const [text, setText] = useState('')
  return (
    <Palette
      fallback={<PaletteFallback text={text} onTextChange={setText} close={close} />}
      text={text}
      onTextChange={setText}
      close={close}
    />
  )
}

type PaletteFallbackProps = { text: string; onTextChange: (text: string) => void; close: () => void }

function PaletteFallback({ text, onTextChange, close }: PaletteFallbackProps) {
  const t = useT('shell')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes a dialog, wherever the focus is in it.
    <div
      className={styles.veil}
      onPointerDown={event => event.target === event.currentTarget && close()}
      onKeyDown={event => event.key === 'Escape' && !isComposing(event) && close()}
    >
      <div className={styles.box} role="dialog" aria-modal="true" aria-label={t('find')}>
        <SearchInput
          text={text}
          onTextChange={onTextChange}
          // The input is the only focusable element.
          onKeyDown={event => event.key === 'Tab' && event.preventDefault()}
        />
      </div>
    </div>
  )
}

type SearchInputProps = { text: string; onTextChange: (text: string) => void } & InputProps &
  ElementProps<'input', keyof InputProps>

export function SearchInput({ text, onTextChange, ...props }: SearchInputProps) {
  const t = useT('shell')
  return (
    <div className={styles.search}>
      <Input
        variant="unstyled"
        leftSection={<IconSearch aria-hidden />}
        aria-label={t('find')}
        autoComplete="off"
        spellCheck={false}
        // Focus on mount instead of when the dialog opens, because the user may already be typing.
        ref={focusAtEnd}
        value={text}
        onChange={event => onTextChange(event.target.value)}
        {...props}
      />
    </div>
  )
}

const focusAtEnd = (field: HTMLInputElement | null) => {
  if (!field) return
  field.focus()
  field.setSelectionRange(field.value.length, field.value.length)
}
