import { scopes } from '../contract/endpoint.ts'
import type { AppSettings } from '../contract/session.ts'
import { languageCodes } from '../lib/language.ts'
import { seedPeople } from '../school/people.ts'

/** Independent of the browser's time zone. */
export const demoTimeZone = 'Europe/Berlin'

/** The class teacher of 8b, a pupil and another teacher sign in with one click. */
export const demoPeople = seedPeople.slice(0, 3)

export function createDemoSettings(address: string): AppSettings {
  return {
    authorize_url: '/auth/oauth2/authorize',
    client_id: 'staffroom',
    redirect_uri: `${address}/sign-in/callback`,
    scopes: [...scopes],
    school_time_zone: demoTimeZone,
    languages: [...languageCodes],
    service_name: new URL(address).host,
    demo_people: [...demoPeople],
    demo: true,
    extensions: true,
  }
}
