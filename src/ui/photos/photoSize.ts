/** In pixels. */
export type PhotoSize = { width: number; height: number }

/** Maximum length of the longer side, in pixels. A page of A4 then has about 250 dots per inch. */
export const maxPhotoSide = 3000

/** Returns the size in which a photo is handed in. Keeps the ratio of the sides, and never enlarges. */
export function fitPhoto({ width, height }: PhotoSize): PhotoSize {
  const scale = Math.min(1, maxPhotoSide / Math.max(width, height))
  const resize = (side: number) => Math.max(1, Math.round(side * scale))
  return { width: resize(width), height: resize(height) }
}
