/** Whether a Content-Type names no charset, UTF-8 or ASCII. */
export function isUtf8(contentType: string): boolean {
  const [, charset] = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(contentType) ?? []
  return charset === undefined || /^(?:utf-?8|us-ascii)$/i.test(charset)
}
