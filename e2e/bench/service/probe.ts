import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Asks `/healthz` of a port again and again, in a process of its own, so that nobody's work but the server's makes it wait.
 * Told 'begin' it counts anew, told 'end' it says the waits since then, in milliseconds.
 */
const port = Number(process.argv[2])
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let waits: number[] = []

const once = () =>
  new Promise<void>((resolve, reject) => {
    const asked = performance.now()
    get({ port, host: '127.0.0.1', path: '/healthz', agent }, answer => {
      answer.resume().once('end', () => {
        waits.push(performance.now() - asked)
        if (answer.statusCode === 200) resolve()
        else reject(new Error(`/healthz answers ${answer.statusCode}`))
      })
    }).once('error', reject)
  })

process.on('message', told => {
  if (told === 'begin') waits = []
  else process.send?.({ waits })
})
process.send?.({ ready: true })
for (;;) {
  await once()
  await pause(1)
}
