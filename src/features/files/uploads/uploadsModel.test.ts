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
import { createFileWrites, createFolderWrite, type UploadBatch } from './createUploads.ts'
import { planUploads } from './planUploads.ts'
import { getUploadItems } from './uploadItems.ts'
import { cancelUploads } from './useUploads.ts'

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
const outcome = fc.constantFrom<RequestOutcome>(
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
const constant = <D extends Command['do']>(name: D) => fc.constant(name)
const weighted = (weight: number, arbitrary: fc.Arbitrary<Command>) => ({ weight, arbitrary })
const command = fc.oneof(
  weighted(
    6,
    fc.record({ do: constant('pick'), tab, folder: fc.boolean(), files: fc.integer({ min: 1, max: 4 }) }),
  ),
  weighted(3, fc.record({ do: fc.constantFrom('cancel', 'cancelAll', 'reload'), tab })),
  weighted(
    3,
    fc.record({ do: constant('crash'), tab, after: fc.integer({ min: 1, max: 12 }), done: fc.boolean() }),
  ),
  weighted(5, fc.record({ do: constant('outcomes'), outcomes: fc.array(outcome, { maxLength: 8 }) })),
  weighted(2, fc.record({ do: fc.constantFrom('online', 'active'), on: fc.boolean() })),
  weighted(4, fc.record({ do: constant('wait'), ms: fc.constantFrom(50, 400, 2500, 9000, 40_000, 900_000) })),
)

/** A picked file. `isUnclear`: cancelled while it was unknown whether its entry exists. */
type PickedFile = {
  name: string
  folder: string | undefined
  isStored: boolean
  isCancelled: boolean
  isUnclear: boolean
}

async function run(commands: Command[], withLocks: boolean, withKeys: boolean): Promise<void> {
  const files = simulatedFiles()
  const browser = simulateBrowser(withLocks, files.service, withKeys)
  const { tabs, getRunningTab: openTab, applyFault } = openTwoTabs(browser)
  const picked: PickedFile[] = []

  async function execute(command: Command): Promise<void> {
    if (!('tab' in command) || command.do === 'crash') return applyFault(command)
    const opened = await openTab(command.tab)
    if (!opened) return
    const { tab, outbox } = opened
    if (command.do === 'pick') return pick(command, tab, outbox)
    if (command.do !== 'reload') return cancel(command.do === 'cancelAll', tab, outbox)
    outbox.stop()
    tab.crashAfter(0, false)
    tabs[command.tab] = browser.open()
  }

  async function pick(
    command: Extract<Command, { do: 'pick' }>,
    tab: SimulatedTab,
    { writes, drafts }: Outbox,
  ) {
    const number = picked.length
    const folder = command.folder ? `folder ${number}` : undefined
    const names = Array.from({ length: command.files }, (_, index) => `file ${number + index}`)
    const newFiles: PickedFile[] = names.map(name => ({
      name,
      folder,
      isStored: false,
      isCancelled: false,
      isUnclear: false,
    }))
    picked.push(...newFiles)
    const plan = planUploads({
      picked: names.map(name => ({ path: folder ? [folder] : [], file: new File([name], name) })),
      folderId: 0,
      rows: [],
    })
    const batch: UploadBatch = {
      courseId: 1,
      group: `group ${number}`,
      rows: [],
      newId: writes.newId,
      folderWriteIds: new Map(),
    }
    const folderWrites = plan.folders.map(planned => createFolderWrite(planned, batch))
    if (folderWrites.length > 0 && !(await unlessCrashed(tab, writes.addAll(folderWrites)))) return
    for (const [index, file] of plan.files.entries()) {
      const storedFile = await unlessCrashed(tab, drafts.putFile(file.file))
      if (!storedFile) continue
      const fileWrites = createFileWrites(file, storedFile, batch)
      const isAdded = await unlessCrashed(tab, writes.addAll(fileWrites))
      const newFile = newFiles[index]
      if (newFile && isAdded) newFile.isStored = true
    }
  }

  async function cancel(cancelsAll: boolean, tab: SimulatedTab, { writes }: Outbox) {
    const items = getUploadItems(writes.list())
    const unfinished = items.filter(({ state }) => state !== 'done')
    const selected = cancelsAll ? unfinished : unfinished.slice(-1)
    const names = new Set(selected.map(({ name }) => name))
    // Not deleted, because it is unknown whether they were created.
    const unclearNames = new Set(
      items
        .filter(({ creation }) => creation?.error || creation?.state === 'uncertain')
        .map(({ name }) => name),
    )
    for (const file of picked) {
      if (names.has(file.name) || names.has(file.folder ?? '')) file.isCancelled = true
      if (file.isCancelled && unclearNames.has(file.name)) file.isUnclear = true
    }
    await unlessCrashed(tab, cancelUploads(writes, selected, items))
  }

  for (const command of commands) {
    await execute(command)
    await flush(2)
  }

  // Finally all faults stop, and a user retries every failed upload.
  browser.outcomes.length = 0
  browser.online.set(true)
  browser.active.set(true)
  for (const tab of tabs) tab.crashAfter(0, false)
  const outbox = await browser.open().outbox
  for (let minute = 0; minute < 12; minute += 1) {
    await advanceTime(30_000)
    // Checksums are calculated off the main thread.
    await settle(2)
    for (const { creation, upload, cleanup } of getUploadItems(outbox.writes.list())) {
      for (const write of [creation, upload, cleanup]) if (write) await outbox.writes.retry(write.id)
    }
  }

  const stored = [...files.stored.values()]
  expect(new Set(stored.map(({ name }) => name)).size, 'no entry exists twice').toBe(stored.length)
  for (const { name, is_dir, parent_id, versions } of stored) {
    const file = picked.find(each => each.name === name)
    if (is_dir || (file?.isUnclear && versions.length === 0)) continue
    expect(versions.length, `${name} has one version`).toBe(1)
    expect(stored.find(({ id }) => id === parent_id)?.name, `${name} is in its folder`).toBe(file?.folder)
  }
  for (const file of picked) {
    if (!file.isStored || file.isCancelled) continue
    expect(
      stored.map(({ name }) => name),
      `${file.name} is not lost`,
    ).toContain(file.name)
  }
  expect(
    getUploadItems(outbox.writes.list()).filter(({ state }) => state !== 'done'),
    'no upload is unfinished',
  ).toEqual([])
  outbox.stop()
  vi.clearAllTimers()
}

const pick = (files: number, folder = false): Command => ({ do: 'pick', tab: 0, folder, files })
const outcomes = (...results: RequestOutcome[]): Command => ({ do: 'outcomes', outcomes: results })
const wait = (ms: number): Command => ({ do: 'wait', ms })

it.each<[string, Command[]]>([
  ['no fault, in a folder', [pick(4, true), wait(40_000)]],
  ['response to a creation lost', [outcomes('lostAfter'), pick(1), wait(40_000)]],
  ['response to a folder creation lost', [outcomes('lostAfter'), pick(2, true), wait(40_000)]],
  ['response to an upload lost', [outcomes('ok', 'lostAfter'), pick(1), wait(40_000)]],
  ['upload arrives late', [outcomes('ok', 'late'), pick(1), wait(40_000)]],
  [
    'the page is closed after a creation',
    [{ do: 'crash', tab: 0, after: 9, done: true }, pick(1), wait(40_000)],
  ],
  ['folder refused', [outcomes('refused'), pick(3, true), wait(9000), { do: 'cancelAll', tab: 0 }]],
  [
    'cancelled while uploading',
    [outcomes('ok', 'late'), pick(1), wait(50), { do: 'cancel', tab: 0 }, wait(900_000)],
  ],
])('uploads each file once and completely: %s', async (_case, commands) => {
  for (const withKeys of [true, false]) {
    await run(commands, true, withKeys)
    await run(commands, false, withKeys)
  }
})

it('uploads each file once under random faults', async () => {
  const commands = fc.array(command, { minLength: 3, maxLength: 16 })
  await fc.assert(fc.asyncProperty(commands, fc.boolean(), fc.boolean(), run), { numRuns: runs })
})
