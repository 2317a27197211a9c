import { useMatches } from 'react-router'

/** The handle of a route whose screen is given the room of the rail. */
export const givesRailAway = { rail: 'narrow' } as const

/** Known from the address: were it the screen that says so, everything would move once its code is there. */
export const useRail = (): 'narrow' | undefined =>
  useMatches().find(({ handle }) => handle === givesRailAway) && givesRailAway.rail
