/**
 * A name from outside for showing: control characters, and format characters that turn or hide text, become `�`. The
 * joiners stay: Persian and emoji need them (cases 14).
 */
export const harmlessName = (name: string): string =>
  name.replaceAll(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '\ufffd')

/** A name in two: what may be cut for the eye, and the end with the extension, which always shows. */
export function splitName(name: string): { stem: string; end: string } {
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && name.length - dot <= 10 ? name.length - dot : 0
  const characters = Array.from(name)
  // A few letters more: "page 1.jpg" and "page 2.jpg" of two long names differ there.
  const kept = Math.min(characters.length, Array.from(name.slice(name.length - extension)).length + 4)
  const at = characters.length - kept
  return { stem: characters.slice(0, at).join(''), end: characters.slice(at).join('') }
}
