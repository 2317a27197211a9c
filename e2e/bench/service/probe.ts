import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Requests `/healthz` of a port continuously, in its own process, so that only the server can delay it. `begin` resets
 * the measurement, `end` returns the waits since then, in ms.
 */
const port = Number(process.argv[2])
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let waits: number[] = []

const requestHealth = () =>
  new Promise<void>((resolve, reject) => {
    const startedAt = performance.now()
    get({ port, host: '127.0.0.1', path: '/healthz', agent }, response => {
      response.resume().once('end', () => {
        waits.push(performance.now() - startedAt)
        if (response.statusCode === 200) resolve()
        else reject(new Error(`the status of /healthz is ${response.statusCode}`))
      })
    }).once('error', reject)
  })

process.on('message', message => {
  if (message === 'begin') waits = []
  else process.send?.({ waits })
})
process.send?.({ ready: true })
for (;;) {
  await requestHealth()
  await pause(1)
}
