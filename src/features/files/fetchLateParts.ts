/**
 * Fetches what the screen shows only when asked, while there still is a network: what a person just picked must not be
 * lost for want of the dialog that asks about it. To be called once the screen stands.
 */
export const fetchLateParts = (): Promise<unknown> =>
  Promise.allSettled([
    import('./uploads/ConflictDialog.tsx'),
    import('./newFolder/NewFolderDialog.tsx'),
    import('./delete/AskDelete.tsx'),
    import('./list/EntryMenu.tsx'),
    import('./preview/PreviewPane.tsx'),
  ])
