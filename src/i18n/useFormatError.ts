import { formatError } from './formatError.ts'
import { useFormat } from './useFormat.ts'
import { useT } from './useT.ts'

export function useFormatError(): (error: unknown) => string {
  const t = useT('errors')
  const { time } = useFormat()
  return error => formatError(error, t, time)
}
