import { requireSameSecrets } from './databaseSettings.ts'
import { prepareDataDirectory } from './dataDirectory.ts'
import { lockDirectory } from './lockDirectory.ts'
import { createLog } from './log.ts'
import { openDatabases, startErrorOf } from './openDatabase.ts'
import { refuse, writeLine } from './output.ts'
import { StartError } from './StartError.ts'
import { readSettings } from './settings.ts'

// `npm run migrate`: migrates the databases as a start does, but starts nothing.

const change = '--change-secrets'
const help = `Usage: npm run migrate [-- ${change}]

Brings the database up to date, or makes its tables, as npm start does too. Settings are those of npm start.

  ${change}    the CLIENT_SECRET and SESSION_KEY of now count from now on. Stop all processes before;
                      everybody signs in again
`

process.umask(0o077)

const args = process.argv.slice(2)
const read = readSettings(
  process.env,
  args.filter(arg => arg !== change),
)
if ('help' in read || 'newSecrets' in read) writeLine(process.stdout, help)
else if ('wrong' in read) refuse(read.wrong)
else {
  const log = createLog()
  const { settings } = read
  try {
    // The directory is locked, because a server of an older release would not know the new tables.
    const release = settings.database ? () => undefined : openDirectory(settings.dataDirectory)
    const databases = await openDatabases(settings, error => log.failed(error))
    try {
      if (settings.database) {
        const sessionKey = settings.sessionKey ?? ''
        const clientSecret = settings.foreign?.clientSecret ?? settings.clientSecret ?? ''
        await requireSameSecrets(databases.sessions, { sessionKey, clientSecret }, args.includes(change))
      } else if (args.includes(change))
        throw new StartError([`${change} is for processes that share a database.`])
    } finally {
      await databases.close()
      release()
    }
    writeLine(process.stdout, 'The database is up to date.')
  } catch (cause) {
    const error = startErrorOf(settings, cause)
    if (!(error instanceof StartError)) log.failed(error)
    refuse(error instanceof StartError ? error.sentences : ['The database could not be brought up to date.'])
  }
}

function openDirectory(path: string): () => void {
  prepareDataDirectory(path)
  return lockDirectory(path)
}
