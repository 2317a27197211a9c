export const composer = {
  title: 'Message',
} as const
