import { z } from 'zod/mini'
import { bytes, endpoint } from './endpoint.ts'
import { QueryInteger } from './wire.ts'

/** How many colours there are for people. */
export const avatarColours = 12

/** Letters and digits, up to four: there are letters whose capital is two. Nothing else is drawn, whoever asks. */
export const Initials = z.string().check(z.regex(/^[\p{L}\p{N}]{0,4}$/u, 'must be initials, as in MS'))

export const avatars = {
  /**
   * Source: api.md § Submission entry, `avatar_url`, and § Target object, `image`. Where they lead is not said there; those
   * of our service lead here (docs/decisions/019). The picture holds nothing that its address does not say, and belongs to
   * nobody: it needs no token, so that it can be shown as any picture of the web is.
   */
  initials: endpoint({
    method: 'GET',
    path: '/avatars/initials',
    resource: 'avatar',
    summary: 'A picture drawn from initials',
    query: z.object({
      of: z._default(Initials, ''),
      colour: z._default(QueryInteger.check(z.maximum(avatarColours - 1)), 0),
    }),
    answer: { ...bytes, type: 'image/svg+xml' },
    auth: 'none',
  }),
}
