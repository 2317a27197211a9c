import type { FilesView } from '../../app/paths.ts'

/** Whether a person looked at files as a list or as tiles last. A list at first, and where the browser keeps nothing. */
export function rememberedView(storage: Storage | undefined, personId: number) {
  const key = `staffroom:${personId}:files:view`
  return {
    read(): FilesView {
      try {
        return storage?.getItem(key) === 'tiles' ? 'tiles' : 'list'
      } catch {
        return 'list'
      }
    },
    write(view: FilesView): void {
      try {
        storage?.setItem(key, view)
      } catch {
        // Full: the address says it until another folder is opened.
      }
    },
  }
}
