/**
 * Reads the end of a zip (APPNOTE 4.3.16), and throws if it lacks entries or bytes. Larger numbers than its fields can
 * have are stored elsewhere, and are not checked.
 */
export async function requireCompleteZip(file: Blob, entryCount: number): Promise<void> {
  const end = new DataView(await file.slice(-22).arrayBuffer())
  const directoryEnd = end.getUint32(12, true) + end.getUint32(16, true)
  const isComplete =
    end.getUint32(0, true) === 0x06054b50 &&
    end.getUint16(10, true) === Math.min(entryCount, 0xffff) &&
    (directoryEnd >= 0xffffffff || entryCount > 0xffff || directoryEnd + 22 === file.size)
  if (!isComplete) throw new Error('the zip is incomplete')
}
