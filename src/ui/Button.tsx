import type { ComponentProps } from 'react'
import styles from './Button.module.css'

export type ButtonLook = {
  /** `primary` at most once in a region; `quiet` without a border until it is pointed at. */
  look?: 'plain' | 'primary' | 'quiet'
  size?: 'normal' | 'small' | 'large'
  /** Square, for an icon alone; needs an `aria-label`. */
  square?: boolean
}

/** The class names of a button, for links that look like one. */
export const buttonClass = ({ look = 'plain', size = 'normal', square = false }: ButtonLook = {}) =>
  [styles.button, styles[look], styles[size], square && styles.square].filter(Boolean).join(' ')

/**
 * The button every screen has from the first paint. Plain on purpose: Mantine's costs 8 kB of the first load,
 * and only what floats needs more of Mantine.
 */
export function Button({
  look,
  size,
  square,
  className,
  type = 'button',
  ...rest
}: ButtonLook & ComponentProps<'button'>) {
  const classes = buttonClass({ ...(look && { look }), ...(size && { size }), ...(square && { square }) })
  return <button type={type} className={className ? `${classes} ${className}` : classes} {...rest} />
}
