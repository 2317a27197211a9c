import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Recorded } from '../../e2e/controls/recordControls.ts'
import { flatten, type MessagePattern, messagePattern, type Texts } from './messagePatterns.ts'

/** One control of the app, whatever it was about when a journey met it. */
export type Control = {
  place: string
  /** Role and name: `button "Delete {name}"`; where it is named by what it shows, `link .row`. */
  control: string
  /** The same under the other English texts its name may be of: some share their German. */
  also: Set<string>
  /** Journeys that used it. */
  usedBy: Set<string>
  /** A journey that met it, to find it again. */
  metBy: string
  /** Why none does. */
  reason: string | undefined
  /** The classes of its own style sheet that it was met with. */
  marks: Set<string>
}

/** Those that go everywhere and check nothing of what a control does: they say what there is, and use nothing. */
const walks = [/^accessibility\./, /^phone\./, /^monkey\./]
/** What people wrote there is made to look like much, and is no control of the app. */
const tricks = [/^hostile/, /names of every kind of malice/]
/** Named by what it leads to, which may be any word of the app. */
const namedByContent =
  /^(?:in (?:cell|thing|text|file|homework|names|title|tiles|crumbs|people|formatted)|row|pupil|name|day|entry|thing|lesson|homework|open|classSwitch|in phoneClass|in choices)$/
/** Floats that show the part of another place: what is used there needs no second journey here. */
const sameParts: readonly [string, string][] = [
  ['dialog “Change homework”', 'dialog “New homework”'],
  // While it comes.
  ['dialog “Loading {what}”', 'dialog “New homework”'],
  ['dialog “Pupils”', 'Correction desk'],
  ['dialog “Files of {chat}”', 'Correction desk'],
  // Named by all it says until its title is drawn.
  ['dialog “…”', 'dialog “You were signed out”'],
  ['dialog “You were signed out”', 'dialog “…”'],
  // Named by its file: the preview where there is no room beside the list, with the viewer of the desk.
  ['dialog “…”', 'Files'],
  ['dialog “…”', 'Correction desk'],
]

/** Why no journey uses it. */
const reasons: Readonly<Record<string, string>> = {
  'link “Open at {host}”': 'leads out of the app: journeys read where to, and stay',
  'button “Copied”': '“Copy”, for the moment after it was pressed',
  'button “Switch class”': '“Class {name}”, while its classes come',
  'button “Class no. {id}”': '“Class {name}”, where nobody knows its name',
  'menuitemradio “Class no. {id}”': 'a class to choose, where nobody knows its name',
  'button “Find”': 'palette.node.spec.ts presses it, noted with the keys beside its word: “Find Find Ctrl K”',
  'button “Open: {what}”':
    'the one of the dialog “Not sent yet”, where chatStateControls.node.spec.ts uses it',
  'button “Loading {what}”': '“Download {what}”, while it comes',
}

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
  const textsOf = await readNames()
  const controls = new Map<string, Control>()
  for (const file of readdirSync(directory)) {
    for (const line of readFileSync(join(directory, file), 'utf8').split('\n')) {
      if (line === '') continue
      const { journey, place, role, name, mark, used }: Recorded = JSON.parse(line)
      if (tricks.some(trick => trick.test(journey))) continue
      const where = readPlace(place, textsOf)
      // Of the faces to react with each is like the others.
      const isOneOfMany = namedByContent.test(mark) || where === 'dialog “Choose a reaction”'
      const [known, ...others] = isOneOfMany ? [] : textsOf(name)
      const control = known === undefined ? `${role} .${mark}` : `${role} “${known}”`
      const key = `${where}\n${control}`
      const blank: Control = {
        place: where,
        control,
        also: new Set(others.map(text => `${role} “${text}”`)),
        usedBy: new Set(),
        metBy: journey,
        reason: reasons[control],
        marks: new Set(),
      }
      const entry = controls.get(key) ?? blank
      controls.set(key, entry)
      entry.marks.add(mark)
      // Met under a name that says only one thing, it is that.
      if (others.length === 0) entry.also.clear()
      if (used && !walks.some(walk => walk.test(journey))) entry.usedBy.add(journey)
    }
  }
  const all = [...controls.values()]
  return all
    .filter(control => control.usedBy.size > 0 || !all.some(other => isSame(control, other)))
    .sort((a, b) => a.place.localeCompare(b.place) || a.control.localeCompare(b.control))
}

const isFloat = (place: string) => /^(?:dialog|alertdialog|menu) /.test(place)

/**
 * Whether a control that no journey used is one that is used elsewhere: the same part of the app on another screen, or
 * seen there for the moment in which a screen still stands under the address of the next one.
 */
function isSame(unused: Control, other: Control): boolean {
  if (other.usedBy.size === 0) return false
  const isSameName = other.control === unused.control
  if (!isSameName && !(unused.also.has(other.control) && other.place === unused.place)) return false
  if (sameParts.some(([part, whole]) => part === unused.place && whole === other.place)) return true
  const onScreens = !isFloat(unused.place) && !isFloat(other.place)
  return onScreens && [...unused.marks].some(mark => other.marks.has(mark))
}

function readPlace(place: string, textsOf: (name: string) => readonly string[]): string {
  const [, role, name] = /^(dialog|alertdialog|menu) "(.*)"$/s.exec(place) ?? []
  if (role === undefined) return screens.find(([pattern]) => pattern.test(place))?.[1] ?? place
  // Named by what it holds so far.
  const whole = (name ?? '').replace(/ (?:Loading|Wird|Lädt) .*$/s, '')
  return `${role} “${textsOf(whole)[0] ?? '…'}”`
}

/**
 * Names by the texts of the app, of whichever language: answers the English ones, without what is filled in, the best
 * first; more than one where several say the same.
 */
async function readNames(): Promise<(name: string) => readonly string[]> {
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
  const found = new Map<string, readonly string[]>()
  return name => {
    if (!found.has(name)) {
      const ways = [name, plain(name)]
      const [best, ...others] = ranked.filter(({ pattern }) => ways.some(way => pattern.test(way)))
      // Of the same words in that language; which was meant the place tells.
      const alike = others.filter(
        ({ text, pattern }) =>
          pattern.source === best?.pattern.source || ![text, best?.text].join('').includes('{'),
      )
      found.set(name, [...new Set([best, ...alike].flatMap(each => each?.text ?? []))])
    }
    return found.get(name) ?? []
  }
}

/** Without the keys and the counts that some buttons have beside their words. */
const plain = (name: string) =>
  name
    .replace(/\s*(?:⌘|⇧|⏎|Ctrl|Strg|↵|\+|\bK$)+.*$/u, '')
    // The key of a field stands beside its name.
    .replace(/\s\(?[a-z]\)?$/u, '')
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
