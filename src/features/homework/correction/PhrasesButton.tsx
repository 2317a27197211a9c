import { IconChevronDown, IconTextPlus } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { lazyChunk } from '../../../lib/lazyChunk.ts'
import { Button } from '../../../ui/Button.tsx'
import styles from './CorrectionFields.module.css'

const load = () => lazyChunk(async () => ({ default: (await import('./Phrases.tsx')).Phrases }))
const Phrases = lazy(load)

/** Opens the sentences one has used before. The chosen one goes to `onChoose`, which also takes the focus. */
export function PhrasesButton({ onChoose }: { onChoose: (phrase: string) => void }) {
  const t = useT('correction')
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const fetchAhead = () => {
    // A failure shows when it is opened.
    load().catch(() => undefined)
  }
  return (
    <>
      <Button
        ref={button}
        size="small"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(shown => !shown)}
        onPointerEnter={fetchAhead}
        onFocus={fetchAhead}
      >
        <IconTextPlus aria-hidden />
        {t('phrases.button')}
        <IconChevronDown aria-hidden className={styles.chevron} />
      </Button>
      {open && (
        <Suspense fallback={null}>
          <Phrases
            anchor={() => button.current}
            onClose={close}
            onChoose={phrase => {
              setOpen(false)
              onChoose(phrase)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
