import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { matchPath } from 'react-router'
import type { Recorded } from '../../e2e/support/controls/recordControls.ts'
import { screenList } from '../../src/screens.ts'
import { flatten, type MessagePattern, messagePattern, type Texts } from './messagePatterns.ts'

/** A control, independent of data. */
export type Control = {
  place: string
  /**
   * Role and name, e.g. `button “Delete {name}”`. If the content is the name, role and class, e.g. `link
   * .row`.
   */
  control: string
  /** The control with other English texts for its name, because some have the same German text. */
  alternatives: Set<string>
  usedBy: Set<string>
  /** A journey in which it appears. */
  seenBy: string
  /** Why no journey uses it. */
  reason: string | undefined
  classNames: Set<string>
}

/** Journeys that visit everything without checking behaviour. They do not count as using a control. */
const sweepJourneys = [/^accessibility\./, /^phone\./, /^monkey\./]
const hostileJourneys = [/^hostile/, /names of every kind of malice/]
/** Classes of controls whose name is their content. */
const namedByContent =
  /^(?:in (?:cell|thing|text|file|homework|names|title|tiles|crumbs|people|formatted)|row|pupil|name|day|entry|thing|lesson|homework|open|classSwitch|in phoneClass|in choices)$/
/** Dialogs that show a part of another place, so that its controls need no second journey. */
const sharedDialogs: readonly [string, string][] = [
  ['dialog “Change homework”', 'dialog “New homework”'],
  // While it loads.
  ['dialog “Loading {what}”', 'dialog “New homework”'],
  ['dialog “Pupils”', 'Marking'],
  // The pupils of another number.
  ['dialog “{count} seen”', 'dialog “{count} missing”'],
  ['dialog “{count} handed in”', 'dialog “{count} missing”'],
  ['dialog “{count} marked”', 'dialog “{count} missing”'],
  ['dialog “Files of {chat}”', 'Marking'],
  // Without its title, the dialog is named by all its text.
  ['dialog “…”', 'dialog “You were signed out”'],
  ['dialog “You were signed out”', 'dialog “…”'],
  // Named by a file: the preview of files in a narrow window, which contains the viewer of the desk.
  ['dialog “…”', 'Files'],
  ['dialog “…”', 'Marking'],
]

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

/** Returns all controls of the last run, sorted by place. */
export async function readRecords(directory: string): Promise<Control[]> {
  const english = await sections((await import('../../src/i18n/en.ts')).en)
  const textsOf = await readNames(english)
  const controls = new Map<string, Control>()
  for (const file of readdirSync(directory)) {
    for (const line of readFileSync(join(directory, file), 'utf8').split('\n')) {
      if (line === '') continue
      const { journey, place, role, name, mark, used }: Recorded = JSON.parse(line)
      if (hostileJourneys.some(trick => trick.test(journey))) continue
      const where = readPlace(place, textsOf, english)
      // All reactions are alike.
      const isOneOfMany = namedByContent.test(mark) || where === 'dialog “Choose a reaction”'
      const [known, ...otherTexts] = isOneOfMany ? [] : textsOf(name)
      const control = known === undefined ? `${role} .${mark}` : `${role} “${known}”`
      const key = `${where}\n${control}`
      const blank: Control = {
        place: where,
        control,
        alternatives: new Set(otherTexts.map(text => `${role} “${text}”`)),
        usedBy: new Set(),
        seenBy: journey,
        reason: reasons[control],
        classNames: new Set(),
      }
      const entry = controls.get(key) ?? blank
      controls.set(key, entry)
      entry.classNames.add(mark)
      // A name that is unambiguous elsewhere decides.
      if (otherTexts.length === 0) entry.alternatives.clear()
      if (used && !sweepJourneys.some(walk => walk.test(journey))) entry.usedBy.add(journey)
    }
  }
  const all = [...controls.values()]
  return all
    .filter(control => control.usedBy.size > 0 || !all.some(other => isSame(control, other)))
    .sort((a, b) => a.place.localeCompare(b.place) || a.control.localeCompare(b.control))
}

const isFloat = (place: string) => /^(?:dialog|alertdialog|menu) /.test(place)

/**
 * Whether an unused control equals a used one: the same component on another screen, or recorded while the
 * previous screen was still visible.
 */
function isSame(unused: Control, other: Control): boolean {
  if (other.usedBy.size === 0) return false
  const isSameName = other.control === unused.control
  if (!isSameName && !(unused.alternatives.has(other.control) && other.place === unused.place)) return false
  if (sharedDialogs.some(([part, whole]) => part === unused.place && whole === other.place)) return true
  const onScreens = !isFloat(unused.place) && !isFloat(other.place)
  return onScreens && [...unused.classNames].some(mark => other.classNames.has(mark))
}

/** Returns the title of the screen at a path, or of its parent screen, or the path. */
function screenTitle(path: string, english: ReadonlyMap<string, string>): string {
  const found = screenList.find(screen => matchPath(screen.path, path))
  const outer = screenList.find(({ id }) => id === found?.parent) ?? found
  return (outer && english.get(outer.title)) ?? path
}

function readPlace(
  place: string,
  textsOf: (name: string) => readonly string[],
  english: ReadonlyMap<string, string>,
): string {
  const [, role, name] = /^(dialog|alertdialog|menu) "(.*)"$/s.exec(place) ?? []
  if (role === undefined) return place === 'shell' ? 'Around every screen' : screenTitle(place, english)
  const whole = (name ?? '').replace(/ (?:Loading|Wird|Lädt) .*$/s, '')
  return `${role} “${textsOf(whole)[0] ?? '…'}”`
}

/** Returns a function that finds the English texts for a name in any language, best match first. */
async function readNames(english: ReadonlyMap<string, string>): Promise<(name: string) => readonly string[]> {
  const german = await sections((await import('../../src/i18n/de.ts')).de)
  const patterns: MessagePattern[] = []
  for (const [key, message] of english) {
    const englishPattern = messagePattern(message)
    const other = german.get(key)
    patterns.push(englishPattern)
    if (other !== undefined) patterns.push({ ...messagePattern(other), text: englishPattern.text })
  }
  // Fewest placeholders first.
  const ranked = patterns
    .filter(({ letters, text }) => letters >= (text.includes('{') ? 4 : 2))
    .sort((a, b) => Number(/[{]/.test(a.text)) - Number(/[{]/.test(b.text)) || b.letters - a.letters)
  const found = new Map<string, readonly string[]>()
  return name => {
    if (!found.has(name)) {
      const candidates = [name, plain(name)]
      const [best, ...otherMatches] = ranked.filter(({ pattern }) =>
        candidates.some(way => pattern.test(way)),
      )
      // Texts with the same form in this language. The place decides between them.
      const ambiguous = otherMatches.filter(
        ({ text, pattern }) =>
          pattern.source === best?.pattern.source || ![text, best?.text].join('').includes('{'),
      )
      found.set(name, [...new Set([best, ...ambiguous].flatMap(each => each?.text ?? []))])
    }
    return found.get(name) ?? []
  }
}

/** Removes the keys and counts that some buttons show next to their text. */
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
