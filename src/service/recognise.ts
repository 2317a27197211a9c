import { findApplication, secretFits } from './applications.ts'
import { Problem } from './problem.ts'
import type { Tools } from './tools.ts'

/**
 * Checks that the application is who it says it is; throws `invalid_client` (RFC 6749 § 5.2), 429 for guessing.
 * The right secret always passes: behind one address, ten wrong tries of anybody would else end everybody's refresh.
 */
export async function recognise(
  clientId: string,
  secret: string,
  address: string,
  tools: Tools,
): Promise<void> {
  const key = `application ${clientId}`
  const application = await findApplication(tools.db, clientId)
  const fits = await secretFits(application, secret)
  if (application && fits) return
  tools.guesses.check(key, address)
  tools.guesses.wrong(key, address)
  throw new Problem(401, 'invalid_client', 'The application or its secret is not known here.')
}
