import { NativeSelect } from '@mantine/core'
import type { Lesson } from '../../../contract/lessons.ts'
import { useT } from '../../../i18n/useT.ts'

type SubjectFieldProps = {
  subjects: readonly Lesson[]
  value: number | null
  error: string | undefined
  hasInitialFocus?: boolean
  onChange: (subjectId: number | null) => void
}

export function SubjectField({ subjects, value, error, hasInitialFocus, onChange }: SubjectFieldProps) {
  const t = useT('homework')
  const isListed = subjects.some(({ id }) => id === value)
  return (
    <NativeSelect
      data-autofocus={hasInitialFocus || undefined}
      label={t('form.subject')}
      error={error}
      value={value ?? ''}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' ? null : Number(currentTarget.value))
      }
    >
      <option value="" disabled>
        {t('form.chooseSubject')}
      </option>
      {value !== null && !isListed && (
        <option value={value}>{t('subjectNumber', { id: String(value) })}</option>
      )}
      {subjects.map(({ id, name }) => (
        <option key={id} value={id}>
          {name || t('subjectNumber', { id: String(id) })}
        </option>
      ))}
    </NativeSelect>
  )
}
