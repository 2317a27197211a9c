import type { QueryClient } from '@tanstack/react-query'
import { createStore } from 'zustand/vanilla'
import { query } from '../../../api/cache/query.ts'
import { responseInfoOf } from '../../../api/client/responseInfo.ts'
import { relationLabel } from '../../../contract/document.ts'
import { type ClassFile, files } from '../../../contract/files.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import type { ResultRef, Writes } from '../../../outbox/queue/Writes.ts'
import type { KeptFile } from '../../../outbox/storage/keptFiles.ts'
import {
  alikeIn,
  fileCreateWrite,
  fileUploadWrite,
  uploadLane,
  uploadLanes,
  versionOf,
} from './fileWrites.ts'
import type { Picked } from './planUploads.ts'
import {
  type Coming,
  type ConflictAnswer,
  decided,
  type NewFile,
  type NewFolder,
  type Place,
  planUploads,
} from './planUploads.ts'
import { folderOf, type UploadItem, uploadItems } from './uploadItems.ts'

/** State of uploads that is not in the outbox. The object stays the same until something changes. */
export type UploadsState = {
  /** Files that are being stored in the outbox. They are lost if the page is closed. */
  keeping: { done: number; all: number } | undefined
  /** Groups of finished uploads that the user has closed. */
  dismissed: ReadonlySet<string>
  /** The question about taken names. No file is stored before the answer. */
  asking: { conflicts: readonly NewFile[]; answer: (answer: ConflictAnswer | undefined) => void } | undefined
  /** Notices about the files that were picked last. */
  said: {
    renamed: readonly { from: string; to: string }[]
    empty: readonly string[]
    /** Paths of dropped entries that the browser could not read. */
    unreadable: readonly string[]
    /** Files for which the browser had no space. */
    notKept: readonly string[]
    /** Number of files that were not sent, because the service does not support uploads. */
    unsupported: number
    /** The list of files could not be loaded, so the picked files were not accepted. */
    failed?: unknown
  }
}

const nothingSaid: UploadsState['said'] = {
  renamed: [],
  empty: [],
  unreadable: [],
  notKept: [],
  unsupported: 0,
}
/** Maximum age of a list that is used to find taken names, in ms. */
const freshFor = 10_000
/** Number of files that are stored with their writes in one transaction. */
const batch = 10

type Chosen = { picked: readonly Picked[]; unreadable: readonly string[] }

/** Creates the uploads of a user until they are in the outbox: picking, asking and storing. */
function createUploads({ drafts, writes }: Outbox, client: QueryClient) {
  const store = createStore<UploadsState>(() => ({
    keeping: undefined,
    asking: undefined,
    said: nothingSaid,
    dismissed: overIn(uploadItems(writes.list())),
  }))
  const state = store.getState
  /**
   * Whether the service does not support uploads. Known after the first upload, and remembered until the page is
   * closed.
   */
  let isRefused = false
  let turn: Promise<unknown> = Promise.resolve()
  const change = (next: Partial<UploadsState>) => store.setState(next)
  const say = (said: Partial<UploadsState['said']>) => change({ said: { ...state().said, ...said } })

  const ofClass = (courseId: number) =>
    writes.list().filter(({ lane }) => lane.startsWith(uploadLanes(courseId)))

  /** Returns the files of the class, fetched or, if that fails, cached. Throws if both fail. */
  async function listed(course_id: number): Promise<readonly ClassFile[]> {
    const asked = query(files.list, { course_id })
    // The list contains new uploads about a second later. A list that was requested before an upload was done is
    // incomplete.
    const askedAt = responseInfoOf(client.getQueryData(asked.queryKey))?.requestedAt ?? 0
    const isBehind = ofClass(course_id).some(({ doneAt }) => doneAt !== undefined && doneAt >= askedAt)
    try {
      if (isBehind) await client.cancelQueries({ queryKey: asked.queryKey, exact: true })
      const staleTime = isBehind ? 0 : freshFor
      return (await client.fetchQuery({ ...asked, staleTime, retry: false })).rows
    } catch (error) {
      const held = client.getQueryData(asked.queryKey)
      if (held) return held.rows
      throw error
    }
  }

  async function ask(conflicts: readonly NewFile[]): Promise<ConflictAnswer | undefined> {
    const answer = await new Promise<ConflictAnswer | undefined>(resolve =>
      change({ asking: { conflicts, answer: resolve } }),
    )
    change({ asking: undefined })
    return answer
  }

  const comingTo = (courseId: number): Coming[] =>
    uploadItems(ofClass(courseId)).flatMap(item => {
      const into = item.isFolder || item.state === 'done' ? undefined : folderOf(item)
      return into === undefined ? [] : [{ into, name: item.name }]
    })

  async function add(courseId: number, { picked, unreadable }: Chosen, folderId: number): Promise<void> {
    change({ said: { ...nothingSaid, unreadable } })
    if (picked.length === 0) return
    const rows = await listed(courseId)
    const withFiles = picked.filter(({ file }) => file)
    const isOffered = withFiles.length === 0 || !isRefused
    if (!isOffered) say({ unsupported: withFiles.length })
    const plan = planUploads({
      picked: isOffered ? picked : picked.map(({ path }) => ({ path })),
      folderId,
      rows,
      coming: comingTo(courseId),
    })
    say({ renamed: plan.renamed, empty: plan.empty })
    const conflicts = plan.files.filter(({ there }) => there)
    const answer = conflicts.length > 0 ? await ask(conflicts) : noConflict
    if (!answer) return say(nothingSaid)
    const to: UploadTo = { courseId, group: writes.newId(), rows, newId: writes.newId, makers: new Map() }
    const wanted = decided(plan, answer)
    try {
      const folders = plan.folders.flatMap(folder => folderEntries(folder, to))
      if (folders.length > 0) await writes.addAll(folders)
    } catch {
      return say({ notKept: wanted.map(({ name }) => name) })
    }
    for (let done = 0; done < wanted.length; done += batch) {
      change({ keeping: { done, all: wanted.length } })
      await keep(wanted.slice(done, done + batch), to)
    }
  }

  /** Stores files with their writes. A file that can't be read or stored does not affect the others. */
  async function keep(wanted: readonly NewFile[], to: UploadTo): Promise<void> {
    const notKept: string[] = []
    const entries: Parameters<typeof writes.addAll>[0] = []
    for (const file of wanted) {
      try {
        const named = new File([file.file], file.name, { type: file.file.type })
        entries.push(...fileEntries(file, await drafts.putFile(named), to))
      } catch {
        notKept.push(file.name)
      }
    }
    await writes.addAll(entries).catch(() => notKept.push(...wanted.map(({ name }) => name)))
    if (notKept.length > 0) say({ notKept: [...new Set([...state().said.notKept, ...notKept])] })
  }

  return {
    state,
    subscribe: store.subscribe,
    /** Resolves when all files that can be stored are in the outbox. Calls run one after another. Never rejects. */
    add(courseId: number, chosen: Chosen, folderId: number): Promise<void> {
      const next = turn
        .then(() => add(courseId, chosen, folderId))
        .catch(failed => say({ failed }))
        .finally(() => change({ keeping: undefined, asking: undefined }))
      turn = next
      return next
    },
    forgetSaid: () => change({ said: nothingSaid }),
    /** The service does not support uploads. No more are sent. */
    sayUnsupported(count: number) {
      isRefused = true
      say({ unsupported: count })
    },
    dismiss: (groups: readonly string[]) => change({ dismissed: new Set([...state().dismissed, ...groups]) }),
  }
}

/** Returns the groups that were finished before the page was opened. They are not shown. */
function overIn(items: readonly UploadItem[]): ReadonlySet<string> {
  const going = new Set(items.filter(({ state }) => state !== 'done').map(({ group }) => group))
  return new Set(items.map(({ group }) => group).filter(group => !going.has(group)))
}

const known = new WeakMap<Outbox, ReturnType<typeof createUploads>>()

/** Returns the uploads of an outbox. All components that accept files share them while the outbox is open. */
export function uploadsOf(outbox: Outbox, client: QueryClient) {
  const uploads = known.get(outbox) ?? createUploads(outbox, client)
  known.set(outbox, uploads)
  return uploads
}

const noConflict: ConflictAnswer = { forAll: 'keepBoth', other: new Map() }

type Entries = Parameters<Writes['addAll']>[0]

/** Destination of an upload: its class, its group, and the rows of the file list. */
export type UploadTo = {
  courseId: number
  group: string
  rows: readonly ClassFile[]
  newId: () => string
  /** ID of the entry that creates a folder, by path. */
  makers: Map<string, string>
}

const parentOf = (into: Place, { makers }: UploadTo): number | null | ResultRef => {
  if (typeof into === 'number') return into === 0 ? null : into
  const madeBy = makers.get(into)
  if (madeBy === undefined) throw new Error(`no folder ${into} is made`)
  return { madeBy, part: 'id' }
}

/** Returns the creation of a folder, in its own lane. */
export function folderEntries({ path, name, into }: NewFolder, to: UploadTo): Entries {
  const id = to.newId()
  to.makers.set(path, id)
  const body = { name, parent_id: parentOf(into, to), is_dir: true }
  return [creation(id, body, to, uploadLane(to.courseId, id))]
}

/** Returns the creation of a file and its upload, or only the upload if it is a new version. */
export function fileEntries({ name, into, there }: NewFile, kept: KeptFile, to: UploadTo): Entries {
  const { courseId, group } = to
  const id = to.newId()
  const lane = uploadLane(courseId, id)
  const upload = (related_to: string | ResultRef): Entries[number] => ({
    kind: fileUploadWrite,
    entry: {
      input: { body: { related_to, file: { keptFile: kept.id } } },
      opened: { courseId, name, size: kept.size, there: versionOf(there?.document ?? null) },
      lane,
      group,
    },
  })
  if (there) return [upload(relationLabel({ kind: 'file', fileId: there.id }))]
  const body = { name, parent_id: parentOf(into, to) }
  return [creation(id, body, to, lane), upload({ madeBy: id, part: 'relation' })]
}

function creation(
  id: string,
  body: { name: string; parent_id: number | null | ResultRef; is_dir?: boolean },
  { courseId: course_id, group, rows }: UploadTo,
  lane: string,
): Entries[number] {
  const { parent_id, ...rest } = body
  // A folder that does not exist yet is empty.
  const isThere = typeof parent_id === 'number' || parent_id === null
  const opened = isThere ? alikeIn(rows, { ...rest, parent_id }) : { alike: [] }
  return { kind: fileCreateWrite, entry: { id, input: { course_id, body }, opened, lane, group } }
}
