const longest = 255

/**
 * The name a document is kept under: the last part of a path, without control characters, at most 255 characters with
 * its ending kept. Characters that turn the writing direction stay: they are data, the app isolates them (cases 14).
 */
export function documentName(given: string): string {
  const last = given.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be in a name
  const clean = last.replace(/[\u0000-\u001f\u007f-\u009f]/g, '').trim()
  if (/^\.*$/.test(clean)) return 'file'
  const characters = [...clean]
  if (characters.length <= longest) return clean
  const ending = /\.[^.\s]{1,12}$/.exec(clean)?.[0] ?? ''
  return characters.slice(0, longest - [...ending].length).join('') + ending
}

/** `Content-Disposition` that always saves, in the form of RFC 6266: any name, no way out of the header. */
export function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
