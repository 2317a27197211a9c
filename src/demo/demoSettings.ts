import { scopes } from '../contract/endpoint.ts'
import type { AppSettings } from '../contract/session.ts'
import { seedPeople } from '../school/people.ts'

/** The demo school's own, whatever the browser's. */
export const demoTimeZone = 'Europe/Berlin'

/** People whom the demo offers: the class teacher of 8b, a pupil of 8b and a second teacher. */
export const demoPeople = seedPeople.slice(0, 3)

/** What the demo's gateway tells the page. `address` is where the demo begins, without a slash at its end. */
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
