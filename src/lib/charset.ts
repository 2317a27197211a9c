/** Whether a Content-Type leaves its text in UTF-8: it names no charset, this one, or its part ASCII. */
export function isUtf8(contentType: string): boolean {
  const [, charset] = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(contentType) ?? []
  return charset === undefined || /^(?:utf-?8|us-ascii)$/i.test(charset)
}
