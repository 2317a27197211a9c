import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { Content, PreviewFile } from './Content.ts'
import type { ViewMemory } from './ViewMemory.ts'

export type LoadFile<File extends PreviewFile = PreviewFile> = (
  file: File,
  signal: AbortSignal,
) => Promise<Blob>

type ContentState =
  | { state: 'ready'; content: Content }
  | { state: 'loading' }
  | { state: 'failed'; error: unknown; retry: () => void }

/** A late response is cached for its own file, and not shown for another one. */
export function useContent<File extends PreviewFile>(
  file: File,
  load: LoadFile<File>,
  views: ViewMemory,
): ContentState {
  const content = useSyncExternalStore(views.subscribe, () => views.getContent(file.id))
  useEffect(() => {
    return views.retain()
  }, [views])
  const [failure, setFailure] = useState<{ id: number; error: unknown }>()
  const [attempt, setAttempt] = useState(0)
  const startLoading = useEffectEvent(async (signal: AbortSignal) => {
    views.setCurrent(file.id)
    if (views.getContent(file.id) || file.externalAddress) return
    setFailure(undefined)
    try {
      const blob = await load(file, signal)
      if (!signal.aborted) await views.prepare(file, blob)
    } catch (error) {
      if (!signal.aborted) setFailure({ id: file.id, error })
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another file or attempt starts loading.
  useEffect(() => {
    const controller = new AbortController()
    void startLoading(controller.signal)
    return () => controller.abort()
  }, [file.id, views, attempt])
  if (content) return { state: 'ready', content }
  if (failure?.id !== file.id) return { state: 'loading' }
  return { state: 'failed', error: failure.error, retry: () => setAttempt(attempt + 1) }
}
