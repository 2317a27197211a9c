import { useSearchParams } from 'react-router'
import { type MatrixAddress, readAddress, withAddress } from './matrixAddress.ts'

/** What the address says of the matrix, and the way to show another part of it. Typing makes no history. */
export function useMatrixAddress(): { address: MatrixAddress; change: (to: MatrixAddress) => void } {
  const [query, setQuery] = useSearchParams()
  return {
    address: readAddress(query),
    change: to =>
      setQuery(now => withAddress(now, to), {
        replace: true,
        preventScrollReset: true,
        defaultShouldRevalidate: false,
      }),
  }
}
