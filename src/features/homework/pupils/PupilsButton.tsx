import { UnstyledButton } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import type { Homework } from '../../../contract/homework.ts'
import type { WorkState } from '../../../contract/workCounts.ts'
import { lazyComponent } from '../../../ui/feedback/lazyComponent.tsx'
import type { CorrectionState } from '../progress/returnStates.ts'
import styles from './Pupils.module.css'

const PupilsPanel = lazyComponent(async () => (await import('./PupilsPanel.tsx')).PupilsPanel, 'pupils')

type PupilsButtonProps = {
  homework: Homework
  step: WorkState
  /** Name for screen readers, e.g. `9 missing`. */
  label: string
  /** By pupil ID, if they differ from those of pending corrections. */
  states?: ReadonlyMap<number, CorrectionState>
  children: ReactNode
}

/** A number that shows its pupils when it is pressed. */
export function PupilsButton({ label, children, ...panel }: PupilsButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const close = (shouldFocusButton = true) => {
    setIsOpen(false)
    if (shouldFocusButton) button.current?.focus()
  }
  return (
    <>
      <UnstyledButton
        ref={button}
        className={styles.number ?? ''}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={label}
        onClick={() => setIsOpen(!isOpen)}
        onPointerEnter={PupilsPanel.preload}
        onFocus={PupilsPanel.preload}
      >
        {children}
      </UnstyledButton>
      {isOpen && <PupilsPanel {...panel} anchor={() => button.current} close={close} />}
    </>
  )
}
