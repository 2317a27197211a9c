export const viewer = {
  title: 'Files',
} as const
