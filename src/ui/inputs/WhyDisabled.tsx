import { Tooltip } from '@mantine/core'
import { cloneElement, type HTMLAttributes, type ReactElement, type ReactNode } from 'react'

type WhyDisabledProps = {
  /** A sentence if the button can't act now. Otherwise the button remains as it is. */
  reason: ReactNode
  /** `c`: colour of a Mantine button. */
  children: ReactElement<HTMLAttributes<HTMLElement> & { c?: string | undefined }>
}

/**
 * Disables a button and shows the reason on hover, focus and touch. The button stays focusable, so that it keeps the
 * focus while it can't act.
 */
export function WhyDisabled({ reason, children }: WhyDisabledProps) {
  return (
    <Tooltip
      label={reason}
      disabled={!reason}
      events={{ hover: true, focus: true, touch: true }}
      multiline
      maw="18rem"
    >
      {reason
        ? cloneElement(children, {
            'aria-disabled': true,
            title: undefined,
            c: undefined,
            onClick: event => event.preventDefault(),
          })
        : children}
    </Tooltip>
  )
}
