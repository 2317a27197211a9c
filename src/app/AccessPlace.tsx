import { lazy, Suspense } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { readParam } from '../contract/params.ts'
import { resourceFields } from '../contract/permissions.ts'
import { loadAccessDrawer } from './lateParts.ts'
import { type AccessOf, accessParam, paths } from './paths.ts'

const AccessDrawer = lazy(async () => ({ default: (await loadAccessDrawer()).AccessDrawer }))

/** The access drawer over whatever screen its address is of, fetched when first asked for. */
export function AccessPlace({ courseId }: { courseId: number | undefined }) {
  const location = useLocation()
  const navigate = useNavigate()
  const of = readAccess(location.search)
  if (!of) return null
  const close = () => navigate(paths.withoutAccess(location), { replace: true, state: { keepsFocus: true } })
  return (
    <Suspense fallback={null}>
      <AccessDrawer key={`${of.field}.${of.id}`} of={of} courseId={courseId} close={close} gone={close} />
    </Suspense>
  )
}

/** `undefined` for an address that names no content whose access there is. */
function readAccess(search: string): AccessOf | undefined {
  const [name, text = ''] = (new URLSearchParams(search).get(accessParam) ?? '').split('.')
  const field = resourceFields.find(known => known === name)
  const id = field && readParam(field, text)
  return field && id ? { field, id } : undefined
}
