import { useT } from '../../../i18n/useT.ts'
import type { ContentKind } from '../content/Content.ts'
import type { Role } from '../roles.ts'

/** What a role allows with a kind of content, in a few words. */
export function useRoleMeans(kind: ContentKind): (role: Role) => string {
  const t = useT('access')
  const own = kind === 'homework' || kind === 'chat' || kind === 'folder' ? kind : 'other'
  return role => (role === 'write' ? t(`roleMeans.write.${own}`) : t(`roleMeans.${role}`))
}
