import { z } from 'zod/mini'
import { bytes, endpoint } from './endpoint.ts'
import './wire.ts'

/** The gateway's own endpoints. */

export const AppSettings = z.object({
  /** Absolute, or a path if the service is our own. */
  authorize_url: z.string(),
  client_id: z.string(),
  redirect_uri: z.string(),
  scopes: z.array(z.string()),
  /** IANA name, for datetimes without an offset. */
  school_time_zone: z.string(),
  languages: z.array(z.string()),
  /** Host name. */
  service_name: z.string(),
  /** For sign-in with one click. Empty for real schools. */
  demo_people: z.array(
    z.object({
      login: z.string(),
      name: z.string(),
      role: z.string(),
      course: z.optional(z.string()),
    }),
  ),
  demo: z.boolean(),
  /** Whether the service is our own. Only then the app shows controls of extensions (service-facts.md). */
  extensions: z.boolean(),
})
export type AppSettings = z.output<typeof AppSettings>

/** `expires_in` is in seconds. */
export const SessionResponse = z.object({
  signed_in: z.boolean(),
  expires_in: z.catch(z.optional(z.number()), undefined),
  /** Incremented by each refresh. */
  generation: z.catch(z.optional(z.number()), undefined),
  user: z.optional(
    z.object({
      id: z.int(),
      name: z.optional(z.string()),
      /** At sign-in, so that a page need not request the profile first. */
      role: z.catch(z.optional(z.enum(['teacher', 'pupil'])), undefined),
    }),
  ),
  /** 32 bytes as base64url, constant per user. */
  draft_key: z.catch(z.optional(z.string()), undefined),
  settings: AppSettings,
})
export type SessionResponse = z.output<typeof SessionResponse>

export const SignInBody = z.object({
  code: z.string().check(z.minLength(1), z.maxLength(2000)),
  state: z.string().check(z.minLength(1), z.maxLength(200)),
})

/** No refresh if the gateway has a newer generation. */
export const RefreshBody = z.object({ generation: z.optional(z.number()) })

export const documentPath = '/session/document'

/** docs/decisions/018. 410 for a pass of another sign-in. */
export const documentByPass = endpoint(`GET ${documentPath}`, 'The bytes of a document, by a pass', {
  base: '',
  resource: 'document',
  query: z.object({ pass: z.string().check(z.maxLength(6000)) }),
  response: bytes,
})

/** Other origins can't send it (rule 17). */
export const pageHeader = 'X-Staffroom'

/** Sent after user activity, not with polls and refreshes (rule 42). */
export const activityHeader = 'X-Staffroom-Act'

/** service-facts.md. `code` repeats the HTTP status. */
export const ProblemBody = z.object({
  error: z.object({
    name: z.string(),
    message: z.string(),
    code: z.int(),
    /** Messages by field name, for 422. */
    fields: z.optional(z.record(z.string(), z.string())),
  }),
})
export type ProblemBody = z.output<typeof ProblemBody>
