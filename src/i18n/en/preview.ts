export const preview = {
  title: 'Preview',
} as const
