export const shortcuts = {
  title: 'Keyboard shortcuts',
  lead: 'Paused while you type in a field, except those with {command} or Alt.',
  on: 'Use single-key shortcuts',
  everywhere: 'Everywhere',
  here: 'On this screen',
  escape: 'Close what is open',
} as const
