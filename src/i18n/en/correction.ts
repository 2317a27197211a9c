export const correction = {
  title: 'Correction',
} as const
