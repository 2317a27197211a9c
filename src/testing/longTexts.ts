/** Length of a hostile text in characters: six times the maximum length of a message. */
const size = 120_000

const filled = (piece: string) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size)

/** Texts of that length that are expensive to process, with a description. */
export const longTexts: readonly (readonly [trick: string, text: string])[] = [
  ['tags', filled('<b>')],
  [
    'tags within tags',
    `${filled('<div><p><i>').slice(0, size / 2)}x${filled('</i></p></div>').slice(0, size / 2)}`,
  ],
  ['tags that never end', filled('<a href="')],
  ['what begins a comment', filled('<!--')],
  ['one word', filled('x')],
  ['words with a dot', filled('a.')],
  ['words with an @', filled('a@')],
  ['a host without an end', `https://${filled('a-')}`],
  ['labels without an end', `www.${filled('xn--')}`],
  ['schemes', filled('http://')],
  ['slashes', filled('//')],
  ['brackets in an address', `https://example.org/${filled('(')}`],
  ['closed brackets in an address', `https://example.org/${filled('()')}`],
  ['stops behind an address', `https://example.org/${filled('.')}x`],
  ['question marks in an address', `https://example.org/${filled('?')}`],
  ['quotes in an address', `https://example.org/${filled('"')}`],
  ['addresses', filled('https://evil.example/a ')],
  ['addresses without a blank', filled('https://evil.example/a')],
  ['hosts', filled('evil.example, ')],
  ['numbers with dots', filled('1.2.3.4:')],
  ['marks piled up', filled('Z\u0351\u0357\u0352\u0369\u0343')],
  ['marks on one letter', `Z${filled('\u0351')}`],
  ['marks in the other order', `a${filled('\u0315\u0300\u05ae\u0301')}`],
  ['emoji', filled('👍')],
  ['families', filled('👩‍❤️‍💋‍👨')],
  ['joined without an end', filled('👨\u200d')],
  ['flags', filled('🇩🇪')],
  ['blanks', `a${filled(' ')}b`],
  ['lines', filled('\n')],
  ['signs that turn the direction', filled('\u202e\u2066')],
  ['letters that become many', filled('\ufdfa')],
  ['capitals that become two', filled('İß')],
]
