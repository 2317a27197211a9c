import { Notice } from './Notice.tsx'

/** Says how old what is shown is, and offers to ask again. The sentence is the caller's, with the time in it. */
export function AsOf({ sentence, retry }: { sentence: string; retry: { label: string; run: () => void } }) {
  return (
    <Notice tone="stale" role="status" action={retry}>
      {sentence}
    </Notice>
  )
}
