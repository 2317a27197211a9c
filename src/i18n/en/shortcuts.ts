export const shortcuts = {
  title: 'Keyboard shortcuts',
  lead: 'They rest while you type in a field; those with Ctrl or Alt work there, too.',
  on: 'Use single-key shortcuts',
  everywhere: 'Everywhere',
  here: 'On this screen',
  find: 'Find',
  escape: 'Close what is open',
} as const
