import { openDataDirectory } from './dataDirectory.ts'
import { createLog } from './log.ts'
import { openDatabases } from './openDatabase.ts'
import { printErrors, writeLine } from './output.ts'
import { StartError } from './StartError.ts'
import { requireSameSecrets } from './secrets.ts'
import { readSettings } from './settings.ts'

// `npm run migrate` starts no server.

const changeFlag = '--change-secrets'
const help = `Usage: npm run migrate [-- ${changeFlag}]

Creates or updates the tables of the database, as npm start does. It uses the settings of npm start.

  ${changeFlag}    accepts the current CLIENT_SECRET and SESSION_KEY as the new ones. Stop all processes
                      first. Afterwards all users must sign in again
`

process.umask(0o077)

const args = process.argv.slice(2)
const parsed = readSettings(
  process.env,
  args.filter(arg => arg !== changeFlag),
)
if ('help' in parsed || 'newSecrets' in parsed) writeLine(process.stdout, help)
else if ('errors' in parsed) printErrors(parsed.errors)
else {
  const log = createLog()
  const { settings } = parsed
  try {
    // A running server of an older release would not know the new tables.
    const release = settings.database ? () => undefined : openDataDirectory(settings.dataDirectory)
    const databases = await openDatabases(settings, error => log.error(error))
    try {
      if (settings.database) {
        const sessionKey = settings.sessionKey ?? ''
        const clientSecret = settings.foreign?.clientSecret ?? settings.clientSecret ?? ''
        await requireSameSecrets(databases.sessions, { sessionKey, clientSecret }, args.includes(changeFlag))
      } else if (args.includes(changeFlag))
        throw new StartError([`${changeFlag} is only for processes that share a PostgreSQL database.`])
    } finally {
      await databases.close()
      release()
    }
    writeLine(process.stdout, 'The database is up to date.')
  } catch (error) {
    if (!(error instanceof StartError)) log.error(error)
    printErrors(
      error instanceof StartError ? error.sentences : ['The database could not be brought up to date.'],
    )
  }
}
