import { resolve } from 'node:path'
import { languageCodes } from '../lib/language.ts'
import { createLog, type Log } from './log.ts'
import { printErrors, writeLine } from './output.ts'
import { StartError } from './StartError.ts'
import { createSecrets } from './secrets.ts'
import { readSettings } from './settings.ts'
import { type RunningServer, startServer } from './startServer.ts'

const help = `Usage: npm start -- [options]

  --empty             start without the made-up school, with one teacher, admin. People and classes can't be added
                      yet, so this is only for requests to the API
  --new-secrets       print a CLIENT_SECRET and a SESSION_KEY for processes that share a database, and exit
  --help              print this text, and exit

Environment variables, with their defaults:
  PORT=4000
  HOST=127.0.0.1
  PUBLIC_URL=http://localhost:<PORT>
  DATA_DIR=data
  TRUSTED_PROXY             addresses or ranges of reverse proxies, e.g. 10.0.0.0/8; with https by default this machine
  SCHOOL_TIME_ZONE=Europe/Berlin
  LANGUAGES=${languageCodes.join(',')}
  SCHOOL_LANGUAGE           language of a new made-up school, ${languageCodes.join(' or ')}; by default the first of LANGUAGES
  DOCUMENT_LIMIT=20 MB      maximum size of an uploaded file, 500 kB to 200 MB
  DOCUMENTS=<DATA_DIR>/documents
                            where files are stored: a folder, or s3://bucket/prefix
  S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION=us-east-1
                            for DOCUMENTS=s3://...
  SERVICE_URL, CLIENT_ID, CLIENT_SECRET
                            use the service of another operator
  DATABASE_URL              use PostgreSQL instead of files in DATA_DIR, for several processes (docs/scale.md).
                            Requires PUBLIC_URL, CLIENT_SECRET, SESSION_KEY and DOCUMENTS, the same for each process
  DATABASE_DIRECT_URL       a connection to PostgreSQL without a pooler
  DATABASE_CONNECTIONS=10   maximum number of connections per process
`

// Other users get no access (rule 51), not even to temporary files of libraries.
process.umask(0o077)

const print = (text: string) => writeLine(process.stdout, text)

const parsed = readSettings(process.env, process.argv.slice(2))
if ('help' in parsed) print(help)
else if ('newSecrets' in parsed) print(createSecrets())
else if ('errors' in parsed) printErrors(parsed.errors)
else {
  const log = createLog()
  // Relative to npm's folder, like DATA_DIR.
  const pagesDirectory = resolve('dist/app')
  try {
    const running = await startServer({ settings: parsed.settings, pagesDirectory, log })
    stopOnSignal(running, log)
    await printGreeting(running)
  } catch (error) {
    const isKnown = error instanceof StartError
    if (!isKnown) log.error(error)
    printErrors(isKnown ? error.sentences : ['Staffroom could not start. The line above names the error.'])
  }
}

async function printGreeting({ url, port, school }: RunningServer): Promise<void> {
  if (new URL(url).port !== String(port)) print(`Listening on port ${port}`)
  print(`Staffroom is at ${url}`)
  if (school?.firstPassword) {
    print(
      `The school contains only one teacher. Sign in as admin with ${school.firstPassword} (shown only once).`,
    )
    print(
      'People and classes can’t be added yet. For a made-up school, start without --empty and with another DATA_DIR.',
    )
  }
  if (!school?.seedPeople.length) return
  const { seedPassword } = await import('../school/people.ts')
  print(`Sign in with the password ${seedPassword} as one of:`)
  for (const { login, name, role } of school.seedPeople) {
    print(`  ${login.padEnd(10)} ${name}, ${role === 'student' ? 'pupil' : role}`)
  }
}

/** In ms. Supervisors kill after ten seconds. */
const maxStopMs = 9500

function stopOnSignal(running: RunningServer, log: Log): void {
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      // If the database does not respond.
      setTimeout(() => {
        log.info('stopped before everything had closed')
        process.exit(1)
      }, maxStopMs).unref()
      running.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
}
