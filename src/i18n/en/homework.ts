export const homework = {
  title: 'Homework',
} as const
