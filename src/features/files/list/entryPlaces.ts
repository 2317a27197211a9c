import type { QueryClient } from '@tanstack/react-query'

/** Where somebody was in a folder: how far it was scrolled (px), and on which entry. */
export type FolderPlace = { top: number; entryId: number | undefined }

const held = new WeakMap<QueryClient, Map<string, FolderPlace>>()

/** The places in the folders of a class, kept until the page closes: who goes back or up finds them as they were. */
export function entryPlaces(client: QueryClient, courseId: number) {
  const all = held.get(client) ?? new Map<string, FolderPlace>()
  held.set(client, all)
  const key = (folderId: number) => `${courseId}/${folderId}`
  return {
    read: (folderId: number): FolderPlace => all.get(key(folderId)) ?? { top: 0, entryId: undefined },
    change: (folderId: number, place: Partial<FolderPlace>): void => {
      all.set(key(folderId), { ...(all.get(key(folderId)) ?? { top: 0, entryId: undefined }), ...place })
    },
    /** A folder that is opened from the one above it begins at its beginning. */
    forget: (folderId: number): void => void all.delete(key(folderId)),
  }
}

export type EntryPlaces = ReturnType<typeof entryPlaces>
