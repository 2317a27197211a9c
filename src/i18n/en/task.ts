export const task = {
  title: 'Task',
} as const
