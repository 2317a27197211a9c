import { type ComponentProps, useId } from 'react'
import styles from './Field.module.css'

type FieldProps = {
  label: string
  /** Why what is in it can't be taken; shown beside it and read with it. */
  error?: string | undefined
  hint?: string | undefined
} & ComponentProps<'input'>

/** A labelled line to type in. */
export function Field({ label, error, hint, ...input }: FieldProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className={styles.row}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={styles.field}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? `${id}-note` : undefined}
        {...input}
      />
      {note && (
        <p
          id={`${id}-note`}
          className={error ? styles.error : styles.hint}
          role={error ? 'alert' : undefined}
        >
          {note}
        </p>
      )}
    </div>
  )
}
