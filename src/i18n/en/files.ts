export const files = {
  title: 'Files',
} as const
