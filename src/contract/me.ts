import { z } from 'zod/mini'
import { bytes, endpoint, one, rows } from './endpoint.ts'
import { assumed, Badges, DateTime, Day, Id, QueryInteger } from './wire.ts'
/** Fields of a public client. api.md lacks them. */
export const Me = z.looseObject({
  id: Id,
  name: assumed(z.string()),
  name_is_editable: assumed(z.boolean()),
  badges: assumed(Badges),
  is_pro: assumed(z.boolean()),
  is_student: assumed(z.boolean()),
  is_teacher: assumed(z.boolean()),
  mail: assumed(z.nullable(z.string())),
  mail_verified: assumed(z.boolean()),
  mobile: assumed(z.nullable(z.string())),
  mobile_verified: assumed(z.boolean()),
  birthday: assumed(z.nullable(Day)),
  registered_at: assumed(z.nullable(DateTime)),
  last_seen_at: assumed(z.nullable(DateTime)),
  avatar_url: assumed(z.nullable(z.string())),
})
export type Me = z.output<typeof Me>

export const Identity = z.looseObject({ id: Id, name: z.catch(z.optional(z.string()), undefined) })

/** True if the role is unknown: the service decides. */
export const canSetHomework = ({ is_teacher, is_student }: Pick<Me, 'is_teacher' | 'is_student'>): boolean =>
  is_teacher ?? is_student !== true

/** False if unknown. */
export const isPupil = ({ is_teacher, is_student }: Pick<Me, 'is_teacher' | 'is_student'>): boolean =>
  is_student ?? is_teacher === false

export const Membership = z.looseObject({
  course_id: Id,
  /** Extension: without it, each name takes a request. */
  course_name: assumed(z.string()),
  user_id: assumed(Id),
  time: assumed(z.int()),
  changed: assumed(z.int()),
  is_pending: assumed(z.boolean()),
  is_accepted: assumed(z.boolean()),
})
export type Membership = z.output<typeof Membership>

const AccessToken = z.looseObject({
  token: z.string(),
  created_at: assumed(DateTime),
  expires_at: assumed(z.nullable(DateTime)),
  expires_in: assumed(z.nullable(z.number())),
  type: assumed(z.string()),
})

const Ips = z.looseObject({
  dns: assumed(z.array(z.string())),
  webhooks: assumed(z.array(z.string())),
})

export const me = {
  /** api.md § Current user. */
  get: endpoint('GET /me', 'The signed-in user', { resource: 'me', scope: 'me', response: one(Me) }),
  memberships: endpoint('GET /me/courses/memberships', 'The classes of the signed-in user', {
    resource: 'membership',
    scope: 'courses.memberships',
    response: rows(Membership, membership => membership.course_id),
    assumed: 'the scope courses.memberships exists in api.md; path and shape seen in a public client',
  }),
  accessToken: endpoint('GET /me/access_token', 'The token of this request', {
    resource: 'token',
    response: one(AccessToken),
    containsToken: true,
    assumed: 'seen in a public client',
  }),
  /** api.md § Current user. The body is that of a public client. */
  ips: endpoint('GET /ips', 'Addresses of the service', { resource: 'ips', response: one(Ips) }),
}

export const avatarColours = 12

/** Four, because some letters become two in upper case. No other text: the endpoint is public. */
export const Initials = z.string().check(z.regex(/^[\p{L}\p{N}]{0,4}$/u, 'must be initials, as in MS'))

export const avatars = {
  /** api.md § Submission entry, § Target object (docs/decisions/019). Pictures belong to no user. */
  initials: endpoint('GET /avatars/initials', 'A picture drawn from initials', {
    resource: 'avatar',
    query: z.object({
      of: z._default(Initials, ''),
      colour: z._default(QueryInteger.check(z.maximum(avatarColours - 1)), 0),
    }),
    response: { ...bytes, type: 'image/svg+xml' },
    auth: 'none',
  }),
}
