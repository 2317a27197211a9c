/** A file as the caller's list knows it; what it really is, its bytes say once they are here. `size` in bytes. */
export type ViewedFile = { id: number; name: string; type: string; size: number }
