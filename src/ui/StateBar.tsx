import styles from './StateBar.module.css'

/** Bar of up to three numbers side by side. They must be next to it as text. Empty if all are 0. */
export function StateBar({ numbers }: { numbers: readonly number[] }) {
  return (
    <span className={styles.bar} aria-hidden>
      {numbers.map(
        (number, index) =>
          number > 0 && (
            // biome-ignore lint/suspicious/noArrayIndexKey: a part is its state.
            <i key={index} data-state={index} style={{ flexGrow: number }} />
          ),
      )}
    </span>
  )
}

/** The colour of a number of the bar, next to its name. */
export const StateKey = ({ index }: { index: number }) => (
  <i className={styles.key} data-state={index} aria-hidden />
)
