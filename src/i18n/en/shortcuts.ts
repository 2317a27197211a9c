export const shortcuts = {
  title: 'Keyboard shortcuts',
  lead: 'They rest while you type in a field.',
  on: 'Use single-key shortcuts',
  everywhere: 'Everywhere',
  here: 'On this screen',
  find: 'Find',
  escape: 'Close what is open',
} as const
