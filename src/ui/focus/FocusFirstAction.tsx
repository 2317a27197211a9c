import { type ReactNode, useLayoutEffect, useRef } from 'react'

const controls = ['a[href]', 'button', 'input', 'select', 'textarea', 'summary', '[tabindex]']
  .map(control => `${control}:not(:disabled, [tabindex="-1"], [type="hidden"], [type="file"])`)
  .join()

/**
 * Makes Mantine focus the first control of a dialog instead of its close button, unless another one has
 * `data-autofocus`.
 */
export function FocusFirstAction({ children }: { children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (content.current?.querySelector('[data-autofocus]')) return
    content.current?.querySelector<HTMLElement>(controls)?.setAttribute('data-autofocus', '')
  }, [])
  return (
    <div ref={content} style={{ display: 'contents' }}>
      {children}
    </div>
  )
}
