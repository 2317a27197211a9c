import { type ReactNode, useId } from 'react'
import fieldStyles from '../../../ui/Field.module.css'

/** What a control needs to belong to its label and the sentence below it. */
export type RowControl = {
  id: string
  className: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

type FormRowProps = {
  label: string
  error?: string | undefined
  hint?: string | undefined
  children: (control: RowControl) => ReactNode
}

/** A labelled control that is no single line of text, in the look of `Field`. */
export function FormRow({ label, error, hint, children }: FormRowProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className={fieldStyles.row}>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        className: fieldStyles.field ?? '',
        'aria-invalid': error ? true : undefined,
        'aria-describedby': note ? `${id}-note` : undefined,
      })}
      {note && (
        <p
          id={`${id}-note`}
          className={error ? fieldStyles.error : fieldStyles.hint}
          role={error ? 'alert' : undefined}
        >
          {note}
        </p>
      )}
    </div>
  )
}
