import { IconBook2 } from '@tabler/icons-react'

/** Code of the homework screens in src/screens.ts. */
export const homeworkRoutes = {
  homework: {
    icon: IconBook2,
    Component: async () => (await import('./HomeworkScreen.tsx')).HomeworkScreen,
    loader: async () => (await import('./homeworkQueries.ts')).homeworkLoader,
  },
  newHomework: { Component: async () => (await import('./NewHomeworkScreen.tsx')).NewHomeworkScreen },
  changeHomework: {
    Component: async () => (await import('./ChangeHomeworkScreen.tsx')).ChangeHomeworkScreen,
  },
  task: {
    Component: async () => (await import('./task/TaskScreen.tsx')).TaskScreen,
    loader: async () => (await import('./homeworkQueries.ts')).taskLoader,
  },
  desk: {
    Component: async () => (await import('./desk/DeskScreen.tsx')).DeskScreen,
    loader: async () => (await import('./homeworkQueries.ts')).deskLoader,
  },
  papers: {
    Component: async () => (await import('./papers/PapersScreen.tsx')).PapersScreen,
    loader: async () => (await import('./homeworkQueries.ts')).deskLoader,
  },
  // Rendered by the desk.
  overview: undefined,
}
