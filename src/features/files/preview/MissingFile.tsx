import { IconFileOff, IconFileUpload } from '@tabler/icons-react'
import { Suspense } from 'react'
import { getExternalAddress } from '../../../api/cache/documentBytes.ts'
import type { ClassFile } from '../../../contract/files.ts'
import { useT } from '../../../i18n/useT.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ExternalFile } from '../../../ui/viewer/NoPreview.tsx'
import { useFileUpload } from '../uploads/useFileUpload.ts'

/** A file that another server has, whose upload is running, or to which nothing was uploaded. */
export function MissingFile({ file: { id, document } }: { file: ClassFile }) {
  const external = document && getExternalAddress(document)
  if (external) return <ExternalFile address={external} />
  return (
    <Suspense>
      <FileWithoutDocument id={id} />
    </Suspense>
  )
}

function FileWithoutDocument({ id }: { id: number }) {
  const t = useT('preview')
  const upload = useFileUpload(id)
  if (!upload) {
    return (
      <EmptyState icon={<IconFileOff aria-hidden />} title={t('noDocument')}>
        {t('noDocumentText')}
      </EmptyState>
    )
  }
  const isRunning = upload.state === 'waiting' || upload.state === 'sending'
  return (
    <EmptyState icon={<IconFileUpload aria-hidden />} title={t(isRunning ? 'uploading' : 'uploadStopped')}>
      {t(isRunning ? 'uploadingText' : 'uploadStoppedText')}
    </EmptyState>
  )
}
