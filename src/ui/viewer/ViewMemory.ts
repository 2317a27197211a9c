import type { Content } from './Content.ts'
import { prepareContent } from './prepareContent.ts'
import type { ViewedFile } from './ViewedFile.ts'

/** How a file was left. `zoom`: a scale (1 is 100 %), or what fits. `turn`: degrees clockwise. */
export type FileView = { zoom: number | 'width' | 'whole'; turn: 0 | 90 | 180 | 270 }

/**
 * What a viewer remembers of files, by their id: how each was looked at, and the few that are ready to be shown at once.
 * One for a whole desk; it empties itself when no viewer uses it any more.
 */
export type ViewMemory = {
  view: (id: number) => FileView
  setView: (id: number, view: FileView) => void
  /** What is ready of a file. */
  content: (id: number) => Content | undefined
  /** The file that is on screen now; it never gives way. */
  show: (id: number) => void
  /**
   * Makes a file ready, for the next and the previous pupil's files before they are asked for. The least lately used
   * give way. Rejects where the reader could not be loaded.
   */
  prepare: (file: ViewedFile, blob: Blob) => Promise<void>
  subscribe: (listener: () => void) => () => void
  /** Somebody uses it until the answer is called; viewers do by themselves. */
  hold: () => () => void
}

const fitted: FileView = { zoom: 'width', turn: 0 }
const mostFiles = 12

/** `budget`: bytes of memory for what is ready; what is shown is kept beyond it. */
export function createViewMemory(budget = 192 * 1024 * 1024): ViewMemory {
  const views = new Map<number, FileView>()
  // In the order of their last use: a map keeps it.
  const ready = new Map<number, Content>()
  const pending = new Map<number, Promise<void>>()
  const listeners = new Set<() => void>()
  let holders = 0
  let shown: number | undefined
  // What began before everything was forgotten is not kept.
  let era = 0

  const tell = () => {
    for (const listener of listeners) listener()
  }
  const drop = (id: number, content: Content) => {
    ready.delete(id)
    content.close?.()
  }
  const makeRoom = (kept: number) => {
    let cost = ready.values().reduce((sum, content) => sum + content.cost, 0)
    for (const [id, content] of [...ready]) {
      if (cost <= budget && ready.size <= mostFiles) return
      if (id === kept || id === shown) continue
      cost -= content.cost
      drop(id, content)
    }
  }
  const forget = () => {
    era += 1
    pending.clear()
    for (const [id, content] of [...ready]) drop(id, content)
  }

  return {
    view: id => views.get(id) ?? fitted,
    setView(id, view) {
      views.set(id, view)
      tell()
    },
    content: id => ready.get(id),
    show(id) {
      shown = id
      const content = ready.get(id)
      if (!content) return
      ready.delete(id)
      ready.set(id, content)
    },
    prepare(file, blob) {
      if (ready.has(file.id)) return Promise.resolve()
      const before = pending.get(file.id)
      if (before) return before
      const begun = era
      const promise = prepareContent(blob, file)
        .then(content => {
          if (begun !== era) return content.close?.()
          ready.set(file.id, content)
          makeRoom(file.id)
          tell()
        })
        .finally(() => {
          if (begun === era) pending.delete(file.id)
        })
      pending.set(file.id, promise)
      return promise
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    hold() {
      holders += 1
      return () => {
        holders -= 1
        // The next pupil's viewer may be the next to mount.
        setTimeout(() => holders === 0 && forget(), 1000)
      }
    },
  }
}
