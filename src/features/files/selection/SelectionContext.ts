import { createContext, use } from 'react'

/** What is selected in the folder that is shown. It ends with the folder. */
export type Selection = {
  ids: ReadonlySet<number>
  /** One more or one less; the next range begins here. */
  toggle(id: number): void
  /** From the last one that was chosen, else from `from`, to this one, as they are shown. */
  range(id: number, from?: number): void
  /** Everything that is shown. */
  all(): void
  clear(): void
}

export const SelectionContext = createContext<Selection | undefined>(undefined)

export function useSelection(): Selection {
  const selection = use(SelectionContext)
  if (!selection) throw new Error('useSelection outside a SelectionContext')
  return selection
}
