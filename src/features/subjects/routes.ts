/** Code of the screen in src/screens.ts. */
export const subjectRoutes = {
  subject: {
    Component: async () => (await import('./SubjectScreen.tsx')).SubjectScreen,
    loader: async () => (await import('./subjectLoader.ts')).subjectLoader,
  },
}
