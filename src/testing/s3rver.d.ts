declare module 's3rver' {
  import type { AddressInfo } from 'node:net'

  /** Declares the parts that the tests use. */
  // biome-ignore lint/style/noDefaultExport: it has one
  export default class S3rver {
    constructor(options: {
      port: number
      address: string
      silent: boolean
      directory: string
      configureBuckets: readonly { name: string }[]
    })
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
}
