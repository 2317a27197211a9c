export const polls = {
  title: 'Poll',
} as const
