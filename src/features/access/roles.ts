import { useT } from '../../i18n/useT.ts'
import type { ContentKind } from './content/useContentWords.ts'

/** The two flags of a grant (api.md § Permission). */
export type Flags = { is_write: boolean; is_admin: boolean }

/** A word for the flags of a grant. `adminReads`: manages access and does not write. */
export type Role = 'read' | 'write' | 'admin' | 'adminReads'

/** In the order in which they are offered: from least to most, the odd one last. */
export const roles: readonly Role[] = ['read', 'write', 'admin', 'adminReads']

/** What the flags are called. A label is always made from the flags, never kept beside them. */
export function roleOf({ is_write, is_admin }: Flags): Role {
  if (is_admin) return is_write ? 'admin' : 'adminReads'
  return is_write ? 'write' : 'read'
}

/** The flags a role stands for. */
export const flagsOf = (role: Role): Flags => ({
  is_write: role === 'write' || role === 'admin',
  is_admin: role === 'admin' || role === 'adminReads',
})

/** What a role allows with a kind of content, in a few words. */
export function useRoleMeans(kind: ContentKind): (role: Role) => string {
  const t = useT('access')
  const own = kind === 'homework' || kind === 'chat' || kind === 'folder' ? kind : 'other'
  return role => (role === 'write' ? t(`roleMeans.write.${own}`) : t(`roleMeans.${role}`))
}
