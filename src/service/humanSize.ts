/** `47.1 KB`: a size in bytes for people, in English and steps of 1024 (api.md § Document object). */
export function humanSize(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB']
  let size = bytes
  let unit = 0
  // 1023.96 KB would be written as 1024.0.
  while (Math.round(size * 10) >= 10_240 && unit < units.length - 1) {
    size /= 1024
    unit += 1
  }
  return `${unit === 0 ? size : size.toFixed(1).replace(/\.0$/, '')} ${units[unit]}`
}
