/** In English and steps of 1024, e.g. `47.1 KB`. */
export function formatSize(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB']
  let size = bytes
  let unit = 0
  // Round first: otherwise 1023.96 KB would become 1024.0 KB.
  while (Math.round(size * 10) >= 10_240 && unit < units.length - 1) {
    size /= 1024
    unit += 1
  }
  return `${unit === 0 ? size : size.toFixed(1).replace(/\.0$/, '')} ${units[unit]}`
}
