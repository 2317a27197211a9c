import { useMediaQuery } from '@mantine/hooks'

/** Screens of phones end below the width from which a list and what is open in it stand side by side. */
const phone = '(max-width: 47.99em)'

export const isPhone = (): boolean => matchMedia(phone).matches

export const useIsPhone = (): boolean => useMatches(phone)

/** Whether the window is at least so wide, in em: for one column more. */
export const useIsWide = (em: number): boolean => useMatches(`(min-width: ${em}em)`)

/** Known at the first painting: nothing is drawn for another size first. */
const useMatches = (query: string) => useMediaQuery(query, undefined, { getInitialValueInEffect: false })
