import { type ReactNode, useId } from 'react'
import input from '../Input.module.css'

type SegmentedRadiosProps<Value extends string> = {
  label: string
  options: readonly { value: Value; label: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
  segmentClassName?: string | undefined
}

/**
 * Radio buttons side by side in one frame. Replaces Mantine's SegmentedControl, which measures the page and renders
 * again before the first paint, to move its indicator.
 */
export function SegmentedRadios<Value extends string>({
  label,
  options,
  value,
  onChange,
  segmentClassName = '',
}: SegmentedRadiosProps<Value>) {
  const id = useId()
  return (
    <div role="radiogroup" aria-label={label} className={input.segments}>
      {options.map(option => (
        <div key={option.value} className={input.segmentOption}>
          <input
            type="radio"
            className={input.segmentInput}
            id={`${id}-${option.value}`}
            name={id}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <label
            htmlFor={`${id}-${option.value}`}
            className={`${input.segment} ${segmentClassName}`}
            data-active={option.value === value || undefined}
          >
            {option.label}
          </label>
        </div>
      ))}
    </div>
  )
}
