export const subject = {
  title: 'Subject',
} as const
