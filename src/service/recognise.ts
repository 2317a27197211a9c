import { findApplication, secretFits } from './applications.ts'
import { Problem } from './problem.ts'
import type { Tools } from './tools.ts'

/** Checks that the application is who it says it is; throws `invalid_client` (RFC 6749 § 5.2), 429 for guessing. */
export async function recognise(
  clientId: string,
  secret: string,
  address: string,
  tools: Tools,
): Promise<void> {
  const key = `application ${clientId}`
  tools.guesses.check(key, address)
  const application = await findApplication(tools.db, clientId)
  const fits = await secretFits(application, secret)
  if (application && fits) return
  // Counted afterwards: an application rightly makes many requests at once.
  tools.guesses.wrong(key, address)
  throw new Problem(401, 'invalid_client', 'The application or its secret is not known here.')
}
