import { Link } from 'react-router'
import { Button, buttonClass } from '../../ui/Button.tsx'
import type { ScreenAction } from '../../ui/ScreenHeader.tsx'
import styles from './Bar.module.css'

/**
 * One thing the screen offers, as a button or a link. On phones the primary one, and icons of those that ask for it; the
 * menu has the others.
 */
export function BarAction({ action }: { action: ScreenAction }) {
  const { label, brief, icon, run, to, state, look, count, disabled, phone } = action
  const buttonLook = look ?? (count === undefined ? 'quiet' : 'plain')
  const place = look === 'primary' ? undefined : phone ? styles.icon : styles.deskOnly
  const content = (
    <>
      {icon}
      <span className={styles.long}>
        {label}
        {count !== undefined && <span className={styles.count}> ({count})</span>}
      </span>
      {brief && (
        <span className={styles.brief} aria-hidden>
          {brief}
        </span>
      )}
    </>
  )
  // On a phone the words may be gone; the name stays.
  const name = look === 'primary' ? { 'aria-label': label } : {}
  if (to !== undefined && !disabled) {
    return (
      <Link className={`${buttonClass({ look: buttonLook })} ${place ?? ''}`} to={to} state={state} {...name}>
        {content}
      </Link>
    )
  }
  return (
    <Button look={buttonLook} className={place} disabled={disabled} onClick={run} {...name}>
      {content}
    </Button>
  )
}
