import { useSearchParams } from 'react-router'
import { useAddressedText } from '../../ui/useAddressedText.ts'

/** What the list is searched for, and the way to search for something else. */
export function useFind(): [find: string, change: (text: string) => void] {
  const [params, setParams] = useSearchParams()
  const { typed, type } = useAddressedText(params.get('find') ?? '', text =>
    setParams(
      before => {
        if (text === '') before.delete('find')
        else before.set('find', text)
        return before
      },
      { replace: true, preventScrollReset: true, defaultShouldRevalidate: false },
    ),
  )
  return [typed, type]
}
