export const matrix = {
  title: 'Access',
} as const
