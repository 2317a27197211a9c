import { Box, Button } from '@mantine/core'
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { type LazySection, loadWithTexts } from '../../i18n/texts.ts'
import { useT } from '../../i18n/useT.ts'
import { ChunkLoadError } from '../../lib/loadChunk.ts'
import { isComposing } from '../focus/isComposing.ts'
import { Notice } from './Notice.tsx'

type LazyComponent<Props> = ComponentType<Props & { fallback?: ReactNode }> & {
  /** Never rejects. A failure appears when the component is rendered. */
  preload: () => Promise<unknown>
}

/**
 * Creates a component whose code and texts are loaded when it is first rendered. If that fails, a message offers to try
 * again, and the rest of the screen stays usable. It also tries again when the network returns. Other errors reach the
 * error boundary of the screen.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  ...sections: LazySection[]
): LazyComponent<Props> {
  // React caches a failure forever, so another attempt needs a new lazy component.
  const createLazy = () => lazy(async () => ({ default: await loadWithTexts(load, ...sections) }))
  let current = createLazy()
  const source = {
    getComponent: (): ComponentType<Props> => current as unknown as ComponentType<Props>,
    reset: () => {
      current = createLazy()
    },
  }
  const Part = ({ fallback, ...props }: Props & { fallback?: ReactNode }) => (
    <PartBoundary source={source as Source} partProps={props} fallback={fallback} />
  )
  return Object.assign(Part, {
    preload: () => loadWithTexts(load, ...sections).catch(() => undefined),
  })
}

type Source = { getComponent: () => ComponentType<object>; reset: () => void }
type PartBoundaryProps = { source: Source; partProps: object; fallback: ReactNode }

class PartBoundary extends Component<PartBoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {}
  static getDerivedStateFromError = (error: unknown) => ({ error })
  override componentDidCatch(error: unknown) {
    if (error instanceof ChunkLoadError) this.props.source.reset()
  }
  override render(): ReactNode {
    const { source, partProps, fallback } = this.props
    const { error } = this.state
    const close = 'close' in partProps ? (partProps.close as () => void) : undefined
    if (error instanceof ChunkLoadError) {
      return <PartMissing onRetry={() => this.setState({ error: undefined })} close={close} />
    }
    if (error !== undefined) throw error
    const Part = source.getComponent()
    return (
      <Suspense fallback={fallback ?? (close && <CancelLoading close={close} />)}>
        <Part {...partProps} />
      </Suspense>
    )
  }
}

/** Cancels the load if the user clicks elsewhere or presses Escape. */
function CancelLoading({ close }: { close: () => void }) {
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

/** Fixed, because the missing part can be anywhere: in a button, a row or a dialog. */
const overlayStyle = {
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

type PartMissingProps = { onRetry: () => void; close: (() => void) | undefined }

function PartMissing({ onRetry, close }: PartMissingProps) {
  const t = useT('errors')
  useEffect(() => {
    addEventListener('online', onRetry)
    return () => removeEventListener('online', onRetry)
  })
  // If the device is online, a deployment has removed the file, and only a reload helps.
  const [needsReload] = useState(() => navigator.onLine)
  return createPortal(
    <div style={overlayStyle}>
      <Notice tone="warn" role="alert">
        {needsReload ? t('chunkLead') : t('partOffline')}
        <Box component="span" display="flex" mt="sm" style={{ gap: 'var(--space-2)' }}>
          <Button size="sm" onClick={needsReload ? () => location.reload() : onRetry}>
            {needsReload ? t('reload') : t('tryAgain')}
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
