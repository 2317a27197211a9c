import { z } from 'zod/mini'

/** What the tabs of one person tell each other. Checked on arrival: a tab may run an older build. */
const Told = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('draft'), id: z.string() }),
  z.object({ kind: z.literal('entries') }),
  /** Something may be sent: the tab whose turn it is looks. */
  z.object({ kind: z.literal('due') }),
  z.object({ kind: z.literal('done'), id: z.string(), answer: z.unknown() }),
])
export type Told = z.output<typeof Told>

export const readTold = (data: unknown): Told | undefined => Told.safeParse(data).data
