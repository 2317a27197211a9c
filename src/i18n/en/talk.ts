export const talk = {
  title: 'Messages',
} as const
