/** Six times the maximum length of a message. */
const size = 120_000

const repeatToSize = (piece: string) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size)

/** Texts that are expensive to process. */
export const longTexts: readonly (readonly [trick: string, text: string])[] = [
  ['tags', repeatToSize('<b>')],
  [
    'tags within tags',
    `${repeatToSize('<div><p><i>').slice(0, size / 2)}x${repeatToSize('</i></p></div>').slice(0, size / 2)}`,
  ],
  ['tags that never end', repeatToSize('<a href="')],
  ['what begins a comment', repeatToSize('<!--')],
  ['one word', repeatToSize('x')],
  ['words with a dot', repeatToSize('a.')],
  ['words with an @', repeatToSize('a@')],
  ['a host without an end', `https://${repeatToSize('a-')}`],
  ['labels without an end', `www.${repeatToSize('xn--')}`],
  ['schemes', repeatToSize('http://')],
  ['slashes', repeatToSize('//')],
  ['brackets in an address', `https://example.org/${repeatToSize('(')}`],
  ['closed brackets in an address', `https://example.org/${repeatToSize('()')}`],
  ['stops behind an address', `https://example.org/${repeatToSize('.')}x`],
  ['question marks in an address', `https://example.org/${repeatToSize('?')}`],
  ['quotes in an address', `https://example.org/${repeatToSize('"')}`],
  ['addresses', repeatToSize('https://evil.example/a ')],
  ['addresses without a blank', repeatToSize('https://evil.example/a')],
  ['hosts', repeatToSize('evil.example, ')],
  ['numbers with dots', repeatToSize('1.2.3.4:')],
  ['marks piled up', repeatToSize('Z\u0351\u0357\u0352\u0369\u0343')],
  ['marks on one letter', `Z${repeatToSize('\u0351')}`],
  ['marks in the other order', `a${repeatToSize('\u0315\u0300\u05ae\u0301')}`],
  ['emoji', repeatToSize('👍')],
  ['families', repeatToSize('👩‍❤️‍💋‍👨')],
  ['joined without an end', repeatToSize('👨\u200d')],
  ['flags', repeatToSize('🇩🇪')],
  ['blanks', `a${repeatToSize(' ')}b`],
  ['lines', repeatToSize('\n')],
  ['signs that turn the direction', repeatToSize('\u202e\u2066')],
  ['letters that become many', repeatToSize('\ufdfa')],
  ['capitals that become two', repeatToSize('İß')],
]
