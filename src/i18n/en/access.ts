export const access = {
  title: 'Access',
  close: 'Close',
} as const
