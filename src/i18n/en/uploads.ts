export const uploads = {
  title: 'Uploads',
} as const
