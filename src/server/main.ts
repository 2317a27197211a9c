import { resolve } from 'node:path'
import { languageCodes } from '../lib/language.ts'
import { createSecrets } from './databaseSettings.ts'
import { createLog, type Log } from './log.ts'
import { printErrors, writeLine } from './output.ts'
import { StartError } from './StartError.ts'
import { readSettings } from './settings.ts'
import { type RunningServer, startServer } from './startServer.ts'

const help = `Usage: npm start -- [options]

  --empty             no school: one teacher, admin, and no class. There is no way yet to add people or classes,
                      so this is for asking the service by its API, not for a school
  --crowd             the demo school with a class of a thousand more with 50,000 files, and a chat of 50,000 messages
  --documented-only   the service answers only what api.md has
  --new-secrets       makes CLIENT_SECRET and SESSION_KEY for processes that share a database, and starts nothing
  --help              this text

Settings, from the environment:
  PORT 4000, HOST 127.0.0.1, PUBLIC_URL http://localhost:<PORT>, DATA_DIR data,
  TRUSTED_PROXY, the reverse proxies in front: addresses or ranges such as 10.0.0.0/8; this machine's own behind https
  SCHOOL_TIME_ZONE Europe/Berlin, LANGUAGES ${languageCodes.join(',')},
  SCHOOL_LANGUAGE ${languageCodes.join(' or ')}, of a new demo school: the first of LANGUAGES,
  DOCUMENT_LIMIT 20 MB, the largest file of an upload
  DOCUMENTS table, where files are kept: table (the database), a folder, or s3://bucket/prefix; with that S3_ENDPOINT,
  S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_REGION us-east-1
  SERVICE_URL, CLIENT_ID, CLIENT_SECRET: the service somebody else runs
  DATABASE_URL, PostgreSQL in place of files in DATA_DIR, for several processes: docs/scale.md. With it PUBLIC_URL,
  CLIENT_SECRET and SESSION_KEY, the same for each; DATABASE_DIRECT_URL past a pooler, DATABASE_CONNECTIONS 10
`

// Files are accessible to their owner only (rule 51), including temporary files of libraries.
process.umask(0o077)

const print = (text: string) => writeLine(process.stdout, text)

const parsed = readSettings(process.env, process.argv.slice(2))
if ('help' in parsed) print(help)
else if ('newSecrets' in parsed) print(createSecrets())
else if ('errors' in parsed) printErrors(parsed.errors)
else {
  const log = createLog()
  // Relative to the folder in which npm starts, like DATA_DIR.
  const pagesDirectory = resolve('dist/app')
  try {
    const running = await startServer({ settings: parsed.settings, pagesDirectory, log })
    stopOnSignal(running, log)
    await printGreeting(running)
  } catch (error) {
    const isKnown = error instanceof StartError
    if (!isKnown) log.error(error)
    printErrors(
      isKnown ? error.sentences : ['Staffroom could not start; the line above says where it stopped.'],
    )
  }
}

async function printGreeting({ url, port, school }: RunningServer): Promise<void> {
  // PUBLIC_URL may name the port of a proxy, and PORT may be 0.
  if (new URL(url).port !== String(port)) print(`Listening on port ${port}`)
  print(`Staffroom is at ${url}`)
  if (school?.firstPassword) {
    print(
      `The school is empty but for one teacher. Sign in as admin with ${school.firstPassword} (shown this once).`,
    )
    print(
      'There is no way yet to add people or classes to it; its chats, tokens and API answer. Without --empty, and with another DATA_DIR, you get a made-up school to look at.',
    )
  }
  if (!school?.seedPeople.length) return
  const { seedPassword } = await import('../school/people.ts')
  print(`Sign in with the password ${seedPassword} as one of:`)
  for (const { login, name, role } of school.seedPeople) print(`  ${login.padEnd(10)} ${name}, ${role}`)
}

/** In ms. Supervisors kill the process after ten seconds. */
const maxStopMs = 9500

/** A second Ctrl+C stops at once. */
function stopOnSignal(running: RunningServer, log: Log): void {
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      // A database that does not respond would take longer.
      setTimeout(() => {
        log.info('stopped while something still hung')
        process.exit(1)
      }, maxStopMs).unref()
      running.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
}
