import { useEffect } from 'react'
import { usePerson } from '../../ui/Person.tsx'
import { useApp } from '../AppContext.tsx'
import type { Classes, KnownClass } from './useClasses.ts'

/** The class of the address, else the one shown last: screens of no class keep the rail's links. Remembers it. */
export function useCurrentClass(classes: Classes, addressed: number | undefined): KnownClass | undefined {
  const { preferences } = useApp()
  const { id: person } = usePerson()
  // An address can name any number; only a class of one's own is worth coming back to.
  const isKnown = classes.list.some(known => known.id === addressed)
  useEffect(() => {
    if (addressed === undefined || !isKnown || preferences.person(person).lastClass === addressed) return
    preferences.remember(person, { lastClass: addressed })
  }, [preferences, person, addressed, isKnown])
  const id = addressed ?? preferences.person(person).lastClass ?? classes.list[0]?.id
  if (id === undefined) return undefined
  return (
    classes.list.find(known => known.id === id) ?? {
      id,
      name: undefined,
      naming: classes.loading,
      added: false,
    }
  )
}
