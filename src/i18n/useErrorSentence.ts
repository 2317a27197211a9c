import { errorSentence } from './errorSentence.ts'
import { useFormat } from './useFormat.ts'
import { useT } from './useT.ts'

/** Says in one sentence why something failed. */
export function useErrorSentence(): (error: unknown) => string {
  const t = useT('errors')
  const { time } = useFormat()
  return error => errorSentence(error, t, time)
}
