import { z } from 'zod/mini'
import { bytes, endpoint } from './endpoint.ts'
import './wire.ts'
/** Between page and gateway, which answers these below its own origin and proxies `/api/v2/*`. */

export const AppSettings = z.object({
  /** Absolute, or a path of this very app where the service is our own. */
  authorize_url: z.string(),
  client_id: z.string(),
  redirect_uri: z.string(),
  scopes: z.array(z.string()),
  /** IANA name; datetimes without an offset are in it. */
  school_time_zone: z.string(),
  languages: z.array(z.string()),
  /** Host name the person signs in at, for the sign-in page. */
  service_name: z.string(),
  /** People the sign-in page may offer by name: the demo and the seed school only. */
  demo_people: z.array(z.object({ login: z.string(), name: z.string(), role: z.string() })),
  demo: z.boolean(),
})
export type AppSettings = z.output<typeof AppSettings>

/** `GET /session`, and the answer of a sign-in and of a refresh. `expires_in` in seconds, made safe by the gateway. */
export const SessionAnswer = z.object({
  signed_in: z.boolean(),
  expires_in: z.catch(z.optional(z.number()), undefined),
  /** Counts the tokens of this sign-in: one more after every refresh. */
  generation: z.catch(z.optional(z.number()), undefined),
  user: z.optional(z.object({ id: z.int(), name: z.optional(z.string()) })),
  /** 32 bytes as base64url: seals what this person keeps in a browser. Always the same for the same person. */
  draft_key: z.catch(z.optional(z.string()), undefined),
  settings: AppSettings,
})
export type SessionAnswer = z.output<typeof SessionAnswer>

/** `POST /session`: the page has checked the state; the gateway exchanges the code. */
export const SignInBody = z.object({
  code: z.string().check(z.minLength(1), z.maxLength(2000)),
  state: z.string().check(z.minLength(1), z.maxLength(200)),
})

/** `POST /session/refresh`: the generation the page knows; a gateway that is past it answers without refreshing again. */
export const RefreshBody = z.object({ generation: z.optional(z.number()) })

export const documentPath = '/session/document'

/** In place of those on the service's host (docs/decisions/018). 410: the pass is of another sign-in. */
export const givenDocument = endpoint(`GET ${documentPath}`, 'The bytes at an address the service gave', {
  base: '',
  resource: 'document',
  query: z.object({ pass: z.string().check(z.maxLength(6000)) }),
  answer: bytes,
})

/** Every call of the page to the gateway carries it, so that no other origin can make one (cases 17). */
export const pageHeader = 'X-Staffroom'

/** On a call when the person did something since the last. Polls and refreshes are no use of a session (cases 42). */
export const actHeader = 'X-Staffroom-Act'

/** Error body of every endpoint, the token endpoint too (service-facts.md). `code` repeats the HTTP status. */
export const ProblemBody = z.object({
  error: z.object({
    name: z.string(),
    message: z.string(),
    code: z.int(),
    /** Which field is wrong and why, for 422. Assumed. */
    fields: z.optional(z.record(z.string(), z.string())),
  }),
})
export type ProblemBody = z.output<typeof ProblemBody>
