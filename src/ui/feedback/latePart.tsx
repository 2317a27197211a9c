import { Box, Button } from '@mantine/core'
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { type LaterSection, withTexts } from '../../i18n/texts.ts'
import { useT } from '../../i18n/useT.ts'
import { ChunkMissing } from '../../lib/lazyChunk.ts'
import { isComposing } from '../focus/isComposing.ts'
import { Notice } from './Notice.tsx'

type Late<Props> = ComponentType<Props & { waiting?: ReactNode }> & {
  /** Loads the part before it is shown. Never rejects. A failure is shown when the part is rendered. */
  fetchAhead: () => Promise<unknown>
}

/**
 * Creates a component whose code and texts are loaded when it is first rendered, e.g. a dialog, a menu or a pane. If
 * they can't be loaded, a message offers to try again and the rest of the screen stays usable. The part is loaded again
 * when the network returns. Other errors reach the screen's error boundary. `waiting` is shown while it loads.
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  ...sections: LaterSection[]
): Late<Props> {
  // React caches a failure forever, so another attempt needs a new lazy component.
  const fresh = () => lazy(async () => ({ default: await withTexts(load, ...sections) }))
  let current = fresh()
  const source = {
    part: (): ComponentType<Props> => current as unknown as ComponentType<Props>,
    renew: () => {
      current = fresh()
    },
  }
  const Part = ({ waiting, ...props }: Props & { waiting?: ReactNode }) => (
    <PartBoundary source={source as Source} partProps={props} waiting={waiting} />
  )
  return Object.assign(Part, {
    fetchAhead: () => withTexts(load, ...sections).catch(() => undefined),
  })
}

type Source = { part: () => ComponentType<object>; renew: () => void }
type PartBoundaryProps = { source: Source; partProps: object; waiting: ReactNode }

class PartBoundary extends Component<PartBoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {}
  static getDerivedStateFromError = (error: unknown) => ({ error })
  override componentDidCatch(error: unknown) {
    if (error instanceof ChunkMissing) this.props.source.renew()
  }
  override render(): ReactNode {
    const { source, partProps, waiting } = this.props
    const { error } = this.state
    const close = 'close' in partProps ? (partProps.close as () => void) : undefined
    if (error instanceof ChunkMissing) {
      return <PartMissing again={() => this.setState({ error: undefined })} close={close} />
    }
    if (error !== undefined) throw error
    const Part = source.part()
    return (
      <Suspense fallback={waiting ?? (close && <Coming close={close} />)}>
        <Part {...partProps} />
      </Suspense>
    )
  }
}

/** Cancels a part that is still loading if the user clicks elsewhere or presses Escape. */
function Coming({ close }: { close: () => void }) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !isComposing(event)) close()
    }
    document.addEventListener('pointerdown', close)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('keydown', onKey)
    }
  }, [close])
  return null
}

/** Fixed over the screen, because the missing part can belong anywhere: in a button, a row or a dialog. */
const over = {
  position: 'fixed',
  zIndex: 300,
  inset: 'auto 0 var(--space-6)',
  width: 'fit-content',
  maxWidth: 'min(32rem, calc(100vw - 2rem))',
  margin: 'auto',
  borderRadius: 'var(--radius-md)',
  background: 'var(--paper-float)',
  boxShadow: 'var(--shadow-float)',
} as const

type PartMissingProps = { again: () => void; close: (() => void) | undefined }

function PartMissing({ again, close }: PartMissingProps) {
  const t = useT('errors')
  useEffect(() => {
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  })
  // If the device is online, a deployment has removed the file, and only a reload loads the new one.
  const [renewed] = useState(() => navigator.onLine)
  return createPortal(
    <div style={over}>
      <Notice tone="warn" role="alert">
        {renewed ? t('chunkLead') : t('partOffline')}
        <Box component="span" display="flex" mt="sm" style={{ gap: 'var(--space-2)' }}>
          <Button size="sm" onClick={renewed ? () => location.reload() : again}>
            {renewed ? t('reload') : t('tryAgain')}
          </Button>
          {close && (
            <Button size="sm" variant="subtle" onClick={close}>
              {t('close')}
            </Button>
          )}
        </Box>
      </Notice>
    </div>,
    document.body,
  )
}
