/**
 * A file as the caller's list knows it; what it really is, its bytes say once they are here. `size` in bytes. `elsewhere`:
 * it lies on another host, and is a link there instead of being loaded.
 */
export type ViewedFile = {
  id: number
  name: string
  type: string
  size: number
  elsewhere?: { href: string; host: string } | undefined
}
