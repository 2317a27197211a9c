import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { loadAccessPlace } from './lateParts.ts'
import { accessParam } from './paths.ts'

const AccessPlace = lazy(async () => ({ default: (await loadAccessPlace()).AccessPlace }))

/** What shows the access drawer, from the first address on that asks for one. */
export function AccessAsked({ courseId }: { courseId: number | undefined }) {
  const asks = new URLSearchParams(useLocation().search).has(accessParam)
  const [asked, setAsked] = useState(asks)
  if (asks && !asked) setAsked(true)
  if (!asked) return null
  return (
    <Suspense fallback={null}>
      <AccessPlace courseId={courseId} />
    </Suspense>
  )
}
