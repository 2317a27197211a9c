export const desk = {
  title: 'Correction',
} as const
