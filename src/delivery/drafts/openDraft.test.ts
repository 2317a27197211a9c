import { expect, it, vi } from 'vitest'
import { z } from 'zod/mini'
import type { DraftRecords, StoredVersions } from './draftRecords.ts'
import { openDraft } from './openDraft.ts'

it('keeps a change back to the previous value while a save is being read', async () => {
  const stored = (value: string, stamp: string): StoredVersions<string> => ({
    draft: { value, stamp, savedAt: 1 },
    earlier: undefined,
  })
  const { promise: reading, resolve: finishReading } = Promise.withResolvers<StoredVersions<string>>()
  const read = vi.fn(() => reading)
  const save = vi.fn(async (_: string) => '1')
  // Only what these steps use.
  read.mockResolvedValueOnce(stored('old', '0'))
  const records = { read, save, isPersistent: () => true }
  const draft = await openDraft<string>({
    kind: { name: 'text', value: z.string(), isEmpty: value => value === '' },
    records: records as unknown as DraftRecords<string>,
    onChanged: () => undefined,
    onIdle: () => undefined,
  })
  draft.set('new')
  const flushed = draft.flush()
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2))
  draft.set('old')
  finishReading(stored('new', '1'))
  await flushed
  expect(draft.state().value).toBe('old')
  await draft.flush()
  expect(save.mock.calls.map(([value]) => value)).toEqual(['new', 'old'])
  draft.stop()
})
