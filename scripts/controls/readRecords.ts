import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Recorded } from '../../e2e/controls/recordControls.ts'
import { flatten, type MessagePattern, messagePattern, type Texts } from './messagePatterns.ts'

/** One control of the app, whatever it was about when a journey met it. */
export type Control = {
  place: string
  /** Role and name: `button "Delete {name}"`; where it is named by what it shows, `link .row`. */
  control: string
  /** Journeys that used it. */
  usedBy: Set<string>
  /** A journey that met it, to find it again. */
  metBy: string
}

/** Those that go everywhere and check nothing of what a control does: they say what there is, and use nothing. */
const walks = [/^accessibility\./, /^phone\./, /^monkey\./]

/** The screens by their addresses, which several of a screen may share. */
const screens: readonly [RegExp, string][] = [
  [/^shell$/, 'Around every screen'],
  [/\/timetable$/, 'Timetable'],
  [/\/homework\/\d+\/(?:submissions|overview)/, 'Correction desk'],
  [/\/homework\/\d+$/, 'Task'],
  [/\/homework(?:\/|$)/, 'Homework'],
  [/\/files(?:\/|$)/, 'Files'],
  [/\/access$/, 'Access'],
  [/\/subjects\//, 'Subject'],
  [/^\/chats/, 'Chats'],
  [/^\/settings\/tokens$/, 'Personal access tokens'],
  [/^\/sign-in/, 'Sign-in'],
  [/^\/auth\//, 'Allow access'],
]

/** Every control in the records of the last run, by place. */
export async function readRecords(directory: string): Promise<Control[]> {
  const nameOf = await readNames()
  const controls = new Map<string, Control>()
  for (const file of readdirSync(directory)) {
    for (const line of readFileSync(join(directory, file), 'utf8').split('\n')) {
      if (line === '') continue
      const { journey, place, role, name, mark, used }: Recorded = JSON.parse(line)
      const known = nameOf(name)
      const control = known === undefined ? `${role} .${mark}` : `${role} “${known}”`
      const where = readPlace(place, nameOf)
      const key = `${where}\n${control}`
      const entry = controls.get(key) ?? { place: where, control, usedBy: new Set<string>(), metBy: journey }
      controls.set(key, entry)
      if (used && !walks.some(walk => walk.test(journey))) entry.usedBy.add(journey)
    }
  }
  return [...controls.values()].sort(
    (a, b) => a.place.localeCompare(b.place) || a.control.localeCompare(b.control),
  )
}

function readPlace(place: string, nameOf: (name: string) => string | undefined): string {
  const [, role, name] = /^(dialog|alertdialog|menu) "(.*)"$/s.exec(place) ?? []
  if (role === undefined) return screens.find(([pattern]) => pattern.test(place))?.[1] ?? place
  return `${role} “${nameOf(name ?? '') ?? '…'}”`
}

/** Names by the texts of the app, of whichever language: answers the English one, without what is filled in. */
async function readNames(): Promise<(name: string) => string | undefined> {
  const english = await sections((await import('../../src/i18n/en.ts')).en)
  const german = await sections((await import('../../src/i18n/de.ts')).de)
  const patterns: MessagePattern[] = []
  for (const [key, message] of english) {
    const spoken = messagePattern(message)
    const other = german.get(key)
    patterns.push(spoken)
    if (other !== undefined) patterns.push({ ...messagePattern(other), text: spoken.text })
  }
  // What is said with the fewest words filled in comes first.
  const ranked = patterns
    // “{from} to {to}” says nothing of its own.
    .filter(({ letters, text }) => letters >= (text.includes('{') ? 4 : 2))
    .sort((a, b) => Number(/[{]/.test(a.text)) - Number(/[{]/.test(b.text)) || b.letters - a.letters)
  const found = new Map<string, string | undefined>()
  return name => {
    if (!found.has(name)) {
      const ways = [name, plain(name)]
      found.set(name, ranked.find(({ pattern }) => ways.some(way => pattern.test(way)))?.text)
    }
    return found.get(name)
  }
}

/** Without the keys and the counts that some buttons have beside their words. */
const plain = (name: string) =>
  name
    .replace(/\s*(?:⌘|⇧|⏎|Ctrl|Strg|↵|\+|\bK$)+.*$/u, '')
    .replace(/\s*\(?\d+\+?\)?(?:\s(?:unread|ungelesen))?$/u, '')
    .trim()

type Dictionary = {
  first: Record<string, Texts>
  later: Record<string, () => Promise<Record<string, Texts>>>
}

async function sections({ first, later }: Dictionary): Promise<Map<string, string>> {
  const loaded = await Promise.all(
    Object.entries(later).map(async ([name, load]) => [name, (await load())[name] ?? {}] as const),
  )
  return flatten({ ...first, ...Object.fromEntries(loaded) })
}
