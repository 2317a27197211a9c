import styles from './Choice.module.css'

type ChoiceProps = { label: string; hint: string; checked: boolean; onChange: (on: boolean) => void }

/** A box to tick, and what ticking it means. */
export function Choice({ label, hint, checked, onChange }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span>
        {label} <small>{hint}</small>
      </span>
    </label>
  )
}
