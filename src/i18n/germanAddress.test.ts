import { expect, it } from 'vitest'
import { dictionaries } from './dictionaries.ts'

/** Words that address the reader with "du". */
const informal = /(?<!\p{L})(?:du|dich|dir|dein(?:e[mnrs]?)?|euch|euer|eure[mnrs]?)(?!\p{L})/iu

/** "Ihr" and "Ihnen" with a capital, and "Sie" inside a sentence. At its start, "Sie" may mean others. */
const formal = /(?<!\p{L})(?:Ihr(?:e[mnrs]?)?|Ihnen)(?!\p{L})|(?<=[\p{L}\d,}“] )Sie(?!\p{L})/u

/** Imperatives at the start of a sentence, such as "Lade die Seite neu". Nouns such as "Suche" are not listed. */
const imperatives = [
  ...[
    'Ändere',
    'Beginne',
    'Bestätige',
    'Brich',
    'Drücke',
    'Entferne',
    'Erlaube',
    'Frag',
    'Füge',
    'Gib',
    'Kopiere',
  ],
  ...[
    'Kürze',
    'Lade',
    'Lass',
    'Leg',
    'Lege',
    'Mach',
    'Markiere',
    'Melde',
    'Nimm',
    'Öffne',
    'Probiere',
    'Prüfe',
  ],
  ...[
    'Schau',
    'Schließe',
    'Schreib',
    'Schreibe',
    'Sende',
    'Sieh',
    'Stelle',
    'Teile',
    'Trag',
    'Tippe',
    'Versuch',
  ],
  ...['Versuche', 'Wähle', 'Warte', 'Widerrufe', 'Zieh', 'Ziehe'],
].join('|')
const imperative = new RegExp(`(?:^|[.:;!?]\\s*|\\{)(?:${imperatives})(?!\\p{L})`, 'u')

const addresses = (text: string) =>
  [informal, formal, imperative].some(pattern => pattern.test(text.replaceAll(/<\/?\w+>/g, '')))

const textsOf = (messages: object, path = ''): string[] =>
  Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'string' ? `${path}${key}: ${value}` : textsOf(value, `${path}${key}.`),
  )

it.each([
  'Du bist offline.',
  'Hier ist nichts von dir.',
  'Der Dienst deiner Schule',
  'Laden Sie die Seite neu.',
  'Danach {count, plural, one {können Sie abgeben} other {}}',
  'Geben Sie Ihr Passwort ein.',
  'Das ging nicht. Versuche es noch einmal.',
  '<b>Kopiere es jetzt.</b>',
])('finds an address in %j', text => {
  expect(addresses(text)).toBe(true)
})

it.each([
  'Die Datei ist zu groß. Sie wurde nicht gesendet.',
  'Alle sehen sie und ihre Namen.',
  'Lesen, schreiben: {count} dürfen sie ändern',
])('finds no address in %j', text => {
  expect(addresses(text)).toBe(false)
})

it('no German text addresses the reader', async () => {
  const { first, later } = await dictionaries.de()
  const sections = await Promise.all(Object.values(later).map(load => load()))
  const texts = sections.flatMap(section => textsOf(section))
  expect(texts.length).toBeGreaterThan(1000)
  expect([...textsOf(first), ...texts].filter(text => addresses(text.replace(/^[\w.]+: /, '')))).toEqual([])
})
