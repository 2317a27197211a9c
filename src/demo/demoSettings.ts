import { scopes } from '../contract/endpoint.ts'
import type { AppSettings } from '../contract/session.ts'
import { seedPeople } from '../school/people.ts'

/** Time zone of the made-up school, whatever the time zone of the browser. */
export const demoTimeZone = 'Europe/Berlin'

/** People with a one-click sign-in in the demo: the class teacher of 8b, a pupil of 8b and a second teacher. */
export const demoPeople = seedPeople.slice(0, 3)

/**
 * Returns the settings that the demo's gateway sends to the page. `address` is the URL of the demo without a trailing
 * slash.
 */
export function demoSettings(address: string): AppSettings {
  return {
    authorize_url: '/auth/oauth2/authorize',
    client_id: 'staffroom',
    redirect_uri: `${address}/sign-in/callback`,
    scopes: [...scopes],
    school_time_zone: demoTimeZone,
    languages: ['en', 'de'],
    service_name: new URL(address).host,
    demo_people: [...demoPeople],
    demo: true,
  }
}
