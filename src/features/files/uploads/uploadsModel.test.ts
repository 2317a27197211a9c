import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Outbox } from '../../../outbox/Outbox.ts'
import { fc } from '../../../testing/fastCheck.ts'
import { simulatedFiles } from '../../../testing/simulatedFiles.ts'
import {
  advanceTime,
  type Fault,
  flush,
  openTwoTabs,
  type RequestOutcome,
  type SimulatedTab,
  simulateBrowser,
  unlessCrashed,
} from '../../../testing/simulatedTabs.ts'
import { fakeTimers, settle } from '../../../testing/testOutbox.ts'
import { fileEntries, folderEntries, type UploadTo } from './createUploads.ts'
import { planUploads } from './planUploads.ts'
import { uploadItems } from './uploadItems.ts'
import { takeBackUploads } from './useUploads.ts'

const runs = 50

beforeEach(fakeTimers)
afterEach(() => {
  vi.clearAllTimers()
  vi.useRealTimers()
})

type Command =
  | { do: 'pick'; tab: number; folder: boolean; files: number }
  | { do: 'cancel' | 'cancelAll' | 'reload'; tab: number }
  | Fault

const tab = fc.nat({ max: 1 })
const fate = fc.constantFrom<RequestOutcome>(
  ...([
    'ok',
    'ok',
    'lostBefore',
    'lostAfter',
    'late',
    'error500',
    'busy',
    'signedOut',
    'refused',
    'unreadable',
  ] as const),
)
const as = <D extends Command['do']>(what: D) => fc.constant(what)
const weighted = (weight: number, arbitrary: fc.Arbitrary<Command>) => ({ weight, arbitrary })
const command = fc.oneof(
  weighted(
    6,
    fc.record({ do: as('pick'), tab, folder: fc.boolean(), files: fc.integer({ min: 1, max: 4 }) }),
  ),
  weighted(3, fc.record({ do: fc.constantFrom('cancel', 'cancelAll', 'reload'), tab })),
  weighted(
    3,
    fc.record({ do: as('crash'), tab, after: fc.integer({ min: 1, max: 12 }), done: fc.boolean() }),
  ),
  weighted(5, fc.record({ do: as('fates'), outcomes: fc.array(fate, { maxLength: 8 }) })),
  weighted(2, fc.record({ do: fc.constantFrom('online', 'active'), on: fc.boolean() })),
  weighted(4, fc.record({ do: as('wait'), ms: fc.constantFrom(50, 400, 2500, 9000, 40_000, 900_000) })),
)

/** A file that was picked, identified by its name. */
type Picked = {
  name: string
  folder: string | undefined
  isStored: boolean
  cancelled: boolean
  unclear: boolean
}

async function run(commands: Command[], withLocks: boolean, withKeys: boolean): Promise<void> {
  const files = simulatedFiles()
  const browser = simulateBrowser(withLocks, files.service, withKeys)
  const { tabs, getTab: openTab, applyFault } = openTwoTabs(browser)
  const picked: Picked[] = []

  async function act(given: Command): Promise<void> {
    if (!('tab' in given) || given.do === 'crash') return applyFault(given)
    const there = await openTab(given.tab)
    if (!there) return
    if (given.do === 'pick') return pick(given, there.used, there.outbox)
    if (given.do !== 'reload') return cancel(given.do === 'cancelAll', there.used, there.outbox)
    there.outbox.stop()
    there.used.crashAfter(0, false)
    tabs[given.tab] = browser.open()
  }

  async function pick(
    given: Extract<Command, { do: 'pick' }>,
    used: SimulatedTab,
    { writes, drafts }: Outbox,
  ) {
    const number = picked.length
    const folder = given.folder ? `folder ${number}` : undefined
    const names = Array.from({ length: given.files }, (_, index) => `file ${number + index}`)
    const ours: Picked[] = names.map(name => ({
      name,
      folder,
      isStored: false,
      cancelled: false,
      unclear: false,
    }))
    picked.push(...ours)
    const plan = planUploads({
      picked: names.map(name => ({ path: folder ? [folder] : [], file: new File([name], name) })),
      folderId: 0,
      rows: [],
    })
    const to: UploadTo = {
      courseId: 1,
      group: `group ${number}`,
      rows: [],
      newId: writes.newId,
      makers: new Map(),
    }
    const folders = plan.folders.flatMap(one => folderEntries(one, to))
    if (folders.length > 0 && !(await unlessCrashed(used, writes.addAll(folders)))) return
    for (const [index, file] of plan.files.entries()) {
      const kept = await unlessCrashed(used, drafts.putFile(file.file))
      const added = kept && (await unlessCrashed(used, writes.addAll(fileEntries(file, kept, to))))
      const one = ours[index]
      if (one && added) one.isStored = true
    }
  }

  async function cancel(everything: boolean, used: SimulatedTab, { writes }: Outbox) {
    const items = uploadItems(writes.list())
    const undone = items.filter(({ state }) => state !== 'done')
    const taken = everything ? undone : undone.slice(-1)
    const names = new Set(taken.map(({ name }) => name))
    // It is unknown whether the entries of these were created, so they are not withdrawn.
    const unclear = new Set(
      items
        .filter(({ creation }) => creation?.error || creation?.state === 'uncertain')
        .map(({ name }) => name),
    )
    for (const one of picked) {
      if (names.has(one.name) || names.has(one.folder ?? '')) one.cancelled = true
      if (one.cancelled && unclear.has(one.name)) one.unclear = true
    }
    await unlessCrashed(used, takeBackUploads(writes, taken, items))
  }

  for (const given of commands) {
    await act(given)
    await flush(2)
  }

  // At the end all faults stop, and a user retries every failed upload.
  browser.outcomes.length = 0
  browser.online.set(true)
  browser.active.set(true)
  for (const there of tabs) there.crashAfter(0, false)
  const outbox = await browser.open().outbox
  for (let minute = 0; minute < 12; minute += 1) {
    await advanceTime(30_000)
    // Checksums are calculated off the main thread.
    await settle(2)
    for (const { creation, upload, takeBack } of uploadItems(outbox.writes.list())) {
      for (const write of [creation, upload, takeBack]) if (write) await outbox.writes.retry(write.id)
    }
  }

  const stored = [...files.stored.values()]
  expect(new Set(stored.map(({ name }) => name)).size, 'nothing is there twice').toBe(stored.length)
  for (const { name, is_dir, parent_id, versions } of stored) {
    const one = picked.find(each => each.name === name)
    if (is_dir || (one?.unclear && versions.length === 0)) continue
    expect(versions.length, `${name} has one version, and is not left empty`).toBe(1)
    expect(stored.find(({ id }) => id === parent_id)?.name, `${name} is in its folder`).toBe(one?.folder)
  }
  for (const one of picked) {
    if (!one.isStored || one.cancelled) continue
    expect(
      stored.map(({ name }) => name),
      `${one.name} is not lost`,
    ).toContain(one.name)
  }
  expect(
    uploadItems(outbox.writes.list()).filter(({ state }) => state !== 'done'),
    'nothing stands',
  ).toEqual([])
  outbox.stop()
  vi.clearAllTimers()
}

const pick = (files: number, folder = false): Command => ({ do: 'pick', tab: 0, folder, files })
const fates = (...given: RequestOutcome[]): Command => ({ do: 'fates', outcomes: given })
const wait = (ms: number): Command => ({ do: 'wait', ms })

it.each<[string, Command[]]>([
  ['no fault, in a folder', [pick(4, true), wait(40_000)]],
  ['response to a creation lost', [fates('lostAfter'), pick(1), wait(40_000)]],
  ['response to a folder creation lost', [fates('lostAfter'), pick(2, true), wait(40_000)]],
  ['response to an upload lost', [fates('ok', 'lostAfter'), pick(1), wait(40_000)]],
  ['upload arrives late', [fates('ok', 'late'), pick(1), wait(40_000)]],
  [
    'the page is closed after a creation',
    [{ do: 'crash', tab: 0, after: 9, done: true }, pick(1), wait(40_000)],
  ],
  ['folder refused', [fates('refused'), pick(3, true), wait(9000), { do: 'cancelAll', tab: 0 }]],
  [
    'cancelled while uploading',
    [fates('ok', 'late'), pick(1), wait(50), { do: 'cancel', tab: 0 }, wait(900_000)],
  ],
])('uploads each file once and completely: %s', async (_what, commands) => {
  for (const withKeys of [true, false]) {
    await run(commands, true, withKeys)
    await run(commands, false, withKeys)
  }
})

it('uploads each file once, into its folder, without empty entries, under random faults', async () => {
  const commands = fc.array(command, { minLength: 3, maxLength: 16 })
  await fc.assert(fc.asyncProperty(commands, fc.boolean(), fc.boolean(), run), { numRuns: runs })
})
