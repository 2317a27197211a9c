import styles from './FunnelBar.module.css'

/** Bar of nested shares from 0 to 1, the largest first. The numbers must be next to it. */
export function FunnelBar({ parts }: { parts: readonly number[] }) {
  return (
    <span className={styles.bar} aria-hidden>
      {parts.map((part, step) => {
        const style = { width: `${Math.round(part * 100)}%`, background: `var(--funnel-${step + 1})` }
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is its step.
        return <i key={step} style={style} />
      })}
    </span>
  )
}
