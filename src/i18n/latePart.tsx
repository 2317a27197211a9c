import { Box, Button } from '@mantine/core'
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { ChunkMissing } from '../lib/lazyChunk.ts'
import { Notice } from '../ui/feedback/Notice.tsx'
import { isComposing } from '../ui/focus/isComposing.ts'
import { type LaterSection, withTexts } from './texts.ts'
import { useT } from './useT.ts'

type Late<Props> = ComponentType<Props & { waiting?: ReactNode }> & {
  /** Fetches it before it is shown; never rejects: a failure is told when it is shown. */
  fetchAhead: () => Promise<unknown>
}

/**
 * A part of a screen whose code and texts are fetched when it is first shown: a dialog, a menu, a pane. Where they can't
 * be fetched, a line says so and offers to try again, the screen around it stays, and it comes by itself with the
 * network. Any other error goes on to the screen's error boundary. `waiting` stands in its place until it has come.
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  ...sections: LaterSection[]
): Late<Props> {
  // React keeps a failure for good: what is tried again is a new lazy component.
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

/** Whoever presses elsewhere before it has come, or Escape, no longer wants it. */
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

/** Over the screen, since what is missing may have its place anywhere: in a button, a row, a dialog. */
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
  // With a network it is a deploy that took it away: only a reload brings what has come in its place.
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
