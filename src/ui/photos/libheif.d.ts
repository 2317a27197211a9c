/** The decoder inside of heic-to (`libheif` in scripts/heicDecoder.ts). It has no types of its own. */
declare module 'heic-to/libheif' {
  type HeifImage = {
    get_width(): number
    get_height(): number
    /** Writes the pixels into `target`, whose size must be that of the image. Passes null if it fails. */
    display(target: ImageData, onDecoded: (target: ImageData | null) => void): void
  }
  const buildLibheif: () => {
    HeifDecoder: new () => { decode(buffer: ArrayBuffer): readonly HeifImage[] }
  }
  // biome-ignore lint/style/noDefaultExport: the package has one.
  export default buildLibheif
}
