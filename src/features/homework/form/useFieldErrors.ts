import { maxHomeworkValues } from '../../../contract/homework.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import type { FieldProblems, FormField } from './homeworkDraft.ts'

/** Returns a function for the message at a field. */
export function useFieldErrors(problems: FieldProblems): (field: FormField) => string | undefined {
  'use memo'
  const t = useT('homework')
  const format = useFormat()
  return field => {
    const problem = problems[field]
    if (problem === undefined) return undefined
    if (typeof problem === 'object') return t('form.refused', problem)
    if (field === 'note' || (field === 'text' && problem === 'tooLong')) {
      return t('form.errors.textLong', { count: format.number(maxHomeworkValues[field]) })
    }
    if (problem === 'tooLarge')
      return t('form.errors.pointsLarge', { count: format.number(maxHomeworkValues.points) })
    return field === 'is_submissionable' ? undefined : t(`form.errors.${field}`)
  }
}
