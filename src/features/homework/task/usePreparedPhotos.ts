import { useEffect, useEffectEvent } from 'react'
import type { Delivery } from '../../../delivery/Delivery.ts'
import { useDelivery } from '../../../delivery/DeliveryContext.ts'
import { memoizePerOwner } from '../../../lib/memoizePerOwner.ts'
import { preparePhotoInWorker } from '../../../ui/photos/preparePhotoInWorker.ts'
import { type HandInFile, needsPreparation, type Preparation, toNameOfType } from './handInFiles.ts'

/** By ID of the chosen file. A form that is closed and opened again uses the same result. */
const getPreparations = memoizePerOwner((_: Delivery) => new Map<string, Promise<Preparation>>())

/**
 * Prepares each photo once and reports its result. The chosen file stays in the draft. After a reload, photos without a
 * result are prepared again.
 */
export function usePreparedPhotos(
  files: readonly HandInFile[],
  onPrepared: (id: string, photo: Preparation) => void,
) {
  const delivery = useDelivery()
  const report = useEffectEvent(onPrepared)
  const pending = files.filter(needsPreparation)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change has new objects, so only the IDs are compared.
  useEffect(() => {
    let isCancelled = false
    for (const file of pending) {
      void getPreparation(delivery, file).then(photo => {
        if (!isCancelled) report(file.id, photo)
      })
    }
    return () => {
      isCancelled = true
    }
  }, [delivery, pending.map(({ id }) => id).join()])
}

/** Resolves to the files with the results of all photos. Never rejects. */
export const waitForPhotos = (delivery: Delivery, files: readonly HandInFile[]): Promise<HandInFile[]> =>
  Promise.all(
    files.map(async file =>
      needsPreparation(file) ? { ...file, photo: await getPreparation(delivery, file) } : file,
    ),
  )

function getPreparation(delivery: Delivery, file: HandInFile): Promise<Preparation> {
  const preparations = getPreparations(delivery)
  const preparation = preparations.get(file.id) ?? prepare(delivery, file)
  preparations.set(file.id, preparation)
  void preparation.then(photo => {
    // It can be tried again.
    if (photo.kind === 'failed' && photo.reason === 'interrupted') preparations.delete(file.id)
  })
  return preparation
}

async function prepare({ drafts }: Delivery, { id }: HandInFile): Promise<Preparation> {
  const original = await drafts.file(id)
  if (!original) return { kind: 'failed', reason: 'unreadable' }
  const result = await preparePhotoInWorker(original)
  if (result.kind !== 'prepared') return result
  const { photo, ...details } = result
  try {
    const file = await drafts.putFile(
      new File([photo], toNameOfType(original.name, photo.type), { type: photo.type }),
    )
    return { ...details, file }
  } catch {
    return { kind: 'failed', reason: 'notKept' }
  }
}
