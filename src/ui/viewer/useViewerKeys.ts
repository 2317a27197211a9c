import { type Shortcut, useShortcuts } from '../useShortcuts.ts'
import type { ViewedFile } from './ViewedFile.ts'
import type { ViewActions } from './ViewerToolbar.tsx'
import type { ViewerWords } from './ViewerWords.ts'

type ViewerKeys = {
  files: readonly ViewedFile[]
  file: ViewedFile
  onShow: (id: number) => void
  actions: ViewActions | undefined
  words: ViewerWords
}

/** The viewer's keys. On a German keyboard brackets need AltGr, which no single key may: h and l do the same. */
export function useViewerKeys({ files, file, onShow, actions, words }: ViewerKeys): void {
  const place = files.indexOf(file)
  const go = (to: ViewedFile | undefined) => () => {
    if (to) onShow(to.id)
  }
  const before = { description: words.previousFile, run: go(files[place - 1]) }
  const after = { description: words.nextFile, run: go(files[place + 1]) }
  const drawn: Shortcut[] = actions
    ? [
        { key: '+', description: words.bigger, run: actions.bigger },
        { key: '-', description: words.smaller, run: actions.smaller },
        { key: '0', description: words.fit, run: actions.fit },
        { key: 'r', description: words.rotate, run: actions.rotate },
      ]
    : []
  const steps: Shortcut[] = [
    { key: '[', ...before },
    { key: 'h', ...before },
    { key: ']', ...after },
    { key: 'l', ...after },
  ]
  // A file by itself leads nowhere.
  useShortcuts(files.length > 1 ? [...drawn, ...steps] : drawn)
}
