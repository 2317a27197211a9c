import { errorSentence } from './errorSentence.ts'
import { useFormat } from './useFormat.ts'
import { useT } from './useT.ts'

/** Returns a function that turns an error into a sentence for the user. */
export function useErrorSentence(): (error: unknown) => string {
  const t = useT('errors')
  const { time } = useFormat()
  return error => errorSentence(error, t, time)
}
