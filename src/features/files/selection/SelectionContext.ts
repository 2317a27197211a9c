import { createContext, use } from 'react'
import type { ListSelection } from '../../../ui/list/useListSelection.ts'

export const SelectionContext = createContext<ListSelection | undefined>(undefined)

export function useSelection(): ListSelection {
  const selection = use(SelectionContext)
  if (!selection) throw new Error('useSelection outside a SelectionContext')
  return selection
}
