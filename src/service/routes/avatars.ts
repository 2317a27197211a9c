import { avatars } from '../../contract/me.ts'
import { defineRoute } from './route.ts'

/** Contrast to white of at least 4.5:1. */
const colours =
  '#a4243b #1f6f54 #2b5fab #8a4b08 #6a3fa0 #0f6a75 #8c2f6b #4c6a1c #3d4fa8 #94401f #5b5670 #2f6b2f'.split(' ')

const renderAvatar = (initials: string, colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64"><rect width="64" height="64" fill="${colour}"/><text x="32" y="33" fill="#fff" font-family="system-ui, sans-serif" font-size="26" font-weight="600" text-anchor="middle" dominant-baseline="central">${escapeXml(initials)}</text></svg>\n`

/** Second check: the contract allows only letters and digits. */
const escapeXml = (text: string) =>
  text.replace(/[^\p{L}\p{N}]/gu, character => `&#${character.codePointAt(0)};`)

/** Cached for a year. */
export const avatarRoutes = [
  defineRoute(
    avatars.initials,
    async ({ query }) =>
      new Response(renderAvatar(query.of, colours[query.colour] ?? ''), {
        headers: {
          'Content-Type': 'image/svg+xml; charset=utf-8',
          'Content-Security-Policy': "default-src 'none'; sandbox",
          'Cache-Control': 'public, max-age=31536000, immutable',
        },
      }),
  ),
]
