import { z } from 'zod/mini'
import { bytes, endpoint } from './endpoint.ts'
import './wire.ts'

/** Endpoints of the gateway itself. It proxies all others, `/api/v2/*`, to the service. */

export const AppSettings = z.object({
  /** Absolute, or a path of this app if the service is our own. */
  authorize_url: z.string(),
  client_id: z.string(),
  redirect_uri: z.string(),
  scopes: z.array(z.string()),
  /** IANA name, for datetimes without an offset. */
  school_time_zone: z.string(),
  languages: z.array(z.string()),
  /** Host name of the service, shown on the sign-in page. */
  service_name: z.string(),
  /** People for sign-in with one click. Empty unless the school is made up. */
  demo_people: z.array(
    z.object({
      login: z.string(),
      name: z.string(),
      role: z.string(),
      course: z.optional(z.string()),
    }),
  ),
  demo: z.boolean(),
})
export type AppSettings = z.output<typeof AppSettings>

/** Response to `GET /session`, a sign-in and a refresh. `expires_in` is in seconds. */
export const SessionResponse = z.object({
  signed_in: z.boolean(),
  expires_in: z.catch(z.optional(z.number()), undefined),
  /** Number of the token in this sign-in, incremented by each refresh. */
  generation: z.catch(z.optional(z.number()), undefined),
  user: z.optional(z.object({ id: z.int(), name: z.optional(z.string()) })),
  /** 32 bytes as base64url, constant per user. Encrypts the user's data in this browser. */
  draft_key: z.catch(z.optional(z.string()), undefined),
  settings: AppSettings,
})
export type SessionResponse = z.output<typeof SessionResponse>

/** The page has checked the state. The gateway exchanges the code. */
export const SignInBody = z.object({
  code: z.string().check(z.minLength(1), z.maxLength(2000)),
  state: z.string().check(z.minLength(1), z.maxLength(200)),
})

/** If the gateway has a newer generation, it answers without a refresh. */
export const RefreshBody = z.object({ generation: z.optional(z.number()) })

export const documentPath = '/session/document'

/** A document by a pass of the gateway (docs/decisions/018). 410 if the pass belongs to another sign-in. */
export const documentByPass = endpoint(`GET ${documentPath}`, 'The bytes of a document, by a pass', {
  base: '',
  resource: 'document',
  query: z.object({ pass: z.string().check(z.maxLength(6000)) }),
  response: bytes,
})

/** On every request to the gateway. Other origins can't send it (rule 17). */
export const pageHeader = 'X-Staffroom'

/** On a request after user activity, but not on polls and refreshes (rule 42). */
export const activityHeader = 'X-Staffroom-Act'

/** Error body of every endpoint (service-facts.md). `code` repeats the HTTP status. */
export const ProblemBody = z.object({
  error: z.object({
    name: z.string(),
    message: z.string(),
    code: z.int(),
    /** Messages by field name for 422. Assumed. */
    fields: z.optional(z.record(z.string(), z.string())),
  }),
})
export type ProblemBody = z.output<typeof ProblemBody>
