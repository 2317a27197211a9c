import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { matchPath } from 'react-router'
import type { Recorded } from '../../e2e/support/controls/recordControls.ts'
import { screenList } from '../../src/screens.ts'
import { flatten, type MessagePattern, messagePattern, type Texts } from './messagePatterns.ts'

/** A control of the app, independent of its data. */
export type Control = {
  place: string
  /** Role and name, e.g. `button “Delete {name}”`. If the content is the name, role and class, e.g. `link .row`. */
  control: string
  /**
   * The same control with other English texts that the name could stand for, because some have the same German text.
   */
  also: Set<string>
  /** Journeys that use it. */
  usedBy: Set<string>
  /** A journey in which it appears, to find it again. */
  metBy: string
  /** Reason why no journey uses it. */
  reason: string | undefined
  /** Classes of its style sheet in the records. */
  marks: Set<string>
}

/** Journeys that visit everything but check no behaviour. They report controls, but do not count as using them. */
const walks = [/^accessibility\./, /^phone\./, /^monkey\./]
/** Journeys whose data imitates controls. */
const tricks = [/^hostile/, /names of every kind of malice/]
/** Classes of controls whose name is their content, which can be any text of the app. */
const namedByContent =
  /^(?:in (?:cell|thing|text|file|homework|names|title|tiles|crumbs|people|formatted)|row|pupil|name|day|entry|thing|lesson|homework|open|classSwitch|in phoneClass|in choices)$/
/** Dialogs that show a part of another place. Controls that are used there need no second journey. */
const sameParts: readonly [string, string][] = [
  ['dialog “Change homework”', 'dialog “New homework”'],
  // While it loads.
  ['dialog “Loading {what}”', 'dialog “New homework”'],
  ['dialog “Pupils”', 'Marking'],
  ['dialog “Files of {chat}”', 'Marking'],
  // Without its title, the name is all of its text.
  ['dialog “…”', 'dialog “You were signed out”'],
  ['dialog “You were signed out”', 'dialog “…”'],
  // The name is that of a file. This is the preview if there is no space next to the list, and it contains the viewer
  // of the correction desk.
  ['dialog “…”', 'Files'],
  ['dialog “…”', 'Marking'],
]

/** Reasons why no journey uses a control. */
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

/** Reads the records of the last run. Returns all controls, sorted by place. */
export async function readRecords(directory: string): Promise<Control[]> {
  const english = await sections((await import('../../src/i18n/en.ts')).en)
  const textsOf = await readNames(english)
  const controls = new Map<string, Control>()
  for (const file of readdirSync(directory)) {
    for (const line of readFileSync(join(directory, file), 'utf8').split('\n')) {
      if (line === '') continue
      const { journey, place, role, name, mark, used }: Recorded = JSON.parse(line)
      if (tricks.some(trick => trick.test(journey))) continue
      const where = readPlace(place, textsOf, english)
      // One reaction is like the others.
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
      // If the control also appears with an unambiguous name, that is its text.
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
 * Whether an unused control is the same as a used one. Either it is the same component on another screen, or it was
 * recorded after the address had changed, while the previous screen was still visible.
 */
function isSame(unused: Control, other: Control): boolean {
  if (other.usedBy.size === 0) return false
  const isSameName = other.control === unused.control
  if (!isSameName && !(unused.also.has(other.control) && other.place === unused.place)) return false
  if (sameParts.some(([part, whole]) => part === unused.place && whole === other.place)) return true
  const onScreens = !isFloat(unused.place) && !isFloat(other.place)
  return onScreens && [...unused.marks].some(mark => other.marks.has(mark))
}

/** Returns the title of the screen at a path, or of the one that contains it, and the path if there is no screen. */
function screenTitle(path: string, english: ReadonlyMap<string, string>): string {
  const found = screenList.find(screen => matchPath(screen.path, path))
  const outer = screenList.find(({ id }) => id === found?.within) ?? found
  return (outer && english.get(outer.title)) ?? path
}

function readPlace(
  place: string,
  textsOf: (name: string) => readonly string[],
  english: ReadonlyMap<string, string>,
): string {
  const [, role, name] = /^(dialog|alertdialog|menu) "(.*)"$/s.exec(place) ?? []
  if (role === undefined) return place === 'shell' ? 'Around every screen' : screenTitle(place, english)
  // The name of a loading dialog contains its current content.
  const whole = (name ?? '').replace(/ (?:Loading|Wird|Lädt) .*$/s, '')
  return `${role} “${textsOf(whole)[0] ?? '…'}”`
}

/**
 * Returns a function that finds the English texts for a name in any language, with placeholders, the best match first.
 * It returns more than one text if several have the same form.
 */
async function readNames(english: ReadonlyMap<string, string>): Promise<(name: string) => readonly string[]> {
  const german = await sections((await import('../../src/i18n/de.ts')).de)
  const patterns: MessagePattern[] = []
  for (const [key, message] of english) {
    const spoken = messagePattern(message)
    const other = german.get(key)
    patterns.push(spoken)
    if (other !== undefined) patterns.push({ ...messagePattern(other), text: spoken.text })
  }
  // Texts with the fewest placeholders come first.
  const ranked = patterns
    // “{from} to {to}” is not specific enough.
    .filter(({ letters, text }) => letters >= (text.includes('{') ? 4 : 2))
    .sort((a, b) => Number(/[{]/.test(a.text)) - Number(/[{]/.test(b.text)) || b.letters - a.letters)
  const found = new Map<string, readonly string[]>()
  return name => {
    if (!found.has(name)) {
      const ways = [name, plain(name)]
      const [best, ...others] = ranked.filter(({ pattern }) => ways.some(way => pattern.test(way)))
      // Other texts with the same form in this language. The place shows the right one.
      const alike = others.filter(
        ({ text, pattern }) =>
          pattern.source === best?.pattern.source || ![text, best?.text].join('').includes('{'),
      )
      found.set(name, [...new Set([best, ...alike].flatMap(each => each?.text ?? []))])
    }
    return found.get(name) ?? []
  }
}

/** Returns the name without the keys and counts that some buttons show next to their text. */
const plain = (name: string) =>
  name
    .replace(/\s*(?:⌘|⇧|⏎|Ctrl|Strg|↵|\+|\bK$)+.*$/u, '')
    // A field's access key follows its name.
    .replace(/\s\(?[a-z]\)?$/u, '')
    .replace(/\s*\(?\d+\+?\)?(?:\s(?:unread|ungelesen|to mark|zu korrigieren))?$/u, '')
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
