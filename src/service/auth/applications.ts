import { toBase64Url } from '../../lib/encoding.ts'
import { isEqualInConstantTime } from '../../lib/isEqualInConstantTime.ts'
import type { Applications, Db } from '../db/schema.ts'
import { isAllowedRedirect } from './redirectUri.ts'
import { hashSecret } from './secrets.ts'

/** Throws if no `redirect_uri` could match the redirect URL. */
export async function registerApplication(
  db: Db,
  application: { clientId: string; name: string; secret: string; redirectUrl: string },
  random: (bytes: number) => Uint8Array,
): Promise<void> {
  const { clientId, name, secret, redirectUrl } = application
  if (!isAllowedRedirect(redirectUrl, redirectUrl)) {
    throw new Error(`The redirect URL ${redirectUrl} is not a plain http or https address.`)
  }
  const salt = toBase64Url(random(16))
  const settings = {
    name,
    secret_hash: `${salt}$${await hashSecret(salt + secret)}`,
    redirect_url: redirectUrl,
  }
  await db
    .insertInto('applications')
    .values({ client_id: clientId, ...settings })
    .onConflict(conflict => conflict.column('client_id').doUpdateSet(settings))
    .execute()
}

export async function findApplication(db: Db, clientId: string): Promise<Applications | undefined> {
  return db.selectFrom('applications').selectAll().where('client_id', '=', clientId).executeTakeFirst()
}

/** Takes equally long if the application does not exist. */
export async function verifySecret(application: Applications | undefined, secret: string): Promise<boolean> {
  const [salt = '', hash = ''] = (application?.secret_hash ?? unmatchableSecret).split('$')
  return isEqualInConstantTime(await hashSecret(salt + secret), hash)
}

const unmatchableSecret = `${'A'.repeat(22)}$${'-'.repeat(64)}`
