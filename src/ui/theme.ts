import './mantine.css'
import { createTheme } from '@mantine/core'
import type { MouseEvent } from 'react'
import button from './Button.module.css'
import display from './Display.module.css'
import { isInOverlay } from './focus/overlays.ts'
import input from './Input.module.css'

/** No fade-in: an element can be used as soon as it is visible. */
const transitionProps = { duration: 0 }
const popoverDefaults = { shadow: 'md', radius: 'lg', transitionProps } as const
const modalDefaults = {
  transitionProps,
  padding: 0,
  overlayProps: { color: 'var(--veil)', backgroundOpacity: 1 },
  // A header element in a dialog would be a second banner of the page.
  attributes: { header: { role: 'presentation' } },
  onMouseDown: keepFocusInside,
}

/** A press outside a dialog must not take the focus out of it. */
function keepFocusInside(event: MouseEvent): void {
  if (!isInOverlay(event.target)) event.preventDefault()
}

const choiceClassNames = {
  root: input.choice,
  inner: input.choiceInner,
  label: input.choiceLabel,
  description: input.hint,
}

/** Defaults and styles of Mantine's components. Colours and sizes come from tokens.css through mantine.css. */
export const theme = createTheme({
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  // Used by `hiddenFrom` and `visibleFrom`. mantine.css has their classes.
  breakpoints: { sm: '48em', md: '64em', lg: '72em' },
  components: {
    // `link`: a link in text.
    UnstyledButton: { classNames: { root: button.unstyled } },
    // At most one `filled` button per region. `subtle` has no border until hover.
    Button: {
      defaultProps: { variant: 'default', size: 'md' },
      classNames: { root: button.root, inner: button.inner, label: button.label, section: button.section },
    },
    ActionIcon: {
      defaultProps: { variant: 'default', size: 'md' },
      classNames: { root: `${button.root} ${button.icon}` },
    },
    CloseButton: { defaultProps: { c: 'inherit' } },
    Input: {
      // A press on an icon in a field must focus or open the field.
      defaultProps: { leftSectionPointerEvents: 'none' },
      classNames: { wrapper: input.wrapper, input: input.input },
    },
    InputWrapper: {
      defaultProps: {
        inputWrapperOrder: ['label', 'input', 'description', 'error'],
        withAsterisk: false,
      },
      classNames: {
        root: input.inputWrapper,
        label: input.label,
        description: input.hint,
        error: input.error,
      },
    },
    InputLabel: { classNames: { label: input.label } },
    InputDescription: { classNames: { description: input.hint } },
    InputError: { defaultProps: { role: 'alert' }, classNames: { error: input.error } },
    Checkbox: {
      vars: () => ({ root: { '--checkbox-size': 'var(--check)', '--checkbox-color': 'var(--accent)' } }),
      classNames: { ...choiceClassNames, input: input.checkbox },
    },
    // Hidden from screen readers, because the screen announces once that it is loading.
    Skeleton: {
      defaultProps: { 'aria-hidden': true, height: '0.75rem', radius: 'sm' },
      classNames: { root: display.skeleton },
    },
    Kbd: { classNames: { root: display.kbd } },
    Avatar: {
      defaultProps: { 'aria-hidden': true },
      classNames: { root: display.avatar },
    },
    // States as icon and text. `count`: number of items that need attention. `muted`: number that needs no attention.
    Badge: {
      defaultProps: { component: 'span', variant: 'quiet' },
      classNames: { root: display.badge, section: display.badgeSection },
    },
    // Each variant is a state of tokens.css. `info` and `stale` have no colours of their own.
    Alert: {
      vars: (_: unknown, { variant }: { variant?: string }) => ({
        root: {
          '--alert-color': `var(--${variant}-text, var(--text))`,
          '--alert-bg': `var(--${variant}-wash, var(--paper-sunken))`,
        },
      }),
      classNames: { root: display.alert, icon: display.alertIcon, message: display.alertMessage },
    },
    Radio: {
      vars: () => ({ root: { '--radio-size': 'var(--check)', '--radio-color': 'var(--accent)' } }),
      classNames: { ...choiceClassNames, radio: input.checkbox },
    },
    Progress: {
      defaultProps: { color: 'var(--accent)', size: 4, radius: 2, transitionDuration: 0 },
      classNames: { root: display.progress, section: display.progressSection },
    },
    Pill: { classNames: { root: display.pill, label: display.pillLabel, remove: display.pillRemove } },
    Popover: { defaultProps: popoverDefaults },
    VisuallyHidden: { classNames: { root: display.visuallyHidden } },
    Tooltip: {
      defaultProps: { transitionProps, hideDetached: false },
      classNames: { tooltip: display.tooltip },
    },
    Menu: { defaultProps: popoverDefaults },
    Modal: { defaultProps: { ...modalDefaults, shadow: 'xl', radius: 'lg' } },
    Drawer: { defaultProps: modalDefaults },
  },
})
