import { useT } from '../i18n/useT.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { AddClassForm } from './AddClassForm.tsx'

type AddClassDialogProps = { close: () => void; added: (courseId: number) => void }

export function AddClassDialog({ close, added }: AddClassDialogProps) {
  const t = useT('shell')
  return (
    <Dialog title={t('addClassTitle')} close={{ label: t('close'), run: close }}>
      <p>{t('addClassLead')}</p>
      <AddClassForm added={added} cancel={close} />
    </Dialog>
  )
}
