import type { PopoverProps } from '@mantine/core'

const padding = 8

/**
 * How everything floats: beside its anchor and inside what is seen. It is turned over where there is more room, moved
 * along, and at last made lower, so that its class has to let it scroll.
 */
export const floatPlace = (...fallbackPlacements: NonNullable<PopoverProps['position']>[]) =>
  ({
    // Hidden it would lose the focus that is in it.
    hideDetached: false,
    middlewares: {
      // Where it is too long for the side, it is moved along that side.
      flip: { padding, crossAxis: false, fallbackStrategy: 'bestFit', fallbackPlacements },
      shift: { padding },
      size: { padding },
    },
  }) satisfies Partial<PopoverProps>
