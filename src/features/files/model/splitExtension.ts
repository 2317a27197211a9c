/** Splits a file name at its last dot. An extension longer than 19 characters counts as part of the stem. */
export function splitExtension(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf('.')
  if (dot <= 0 || name.length - dot > 20) return { stem: name, extension: '' }
  return { stem: name.slice(0, dot), extension: name.slice(dot) }
}
