/** The mark: a door that stands open a little. */
export function Brand() {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <rect x="2" y="2" width="20" height="20" rx="5" fill="currentColor" />
      <path
        d="M8 17.5V9.5a4 4 0 0 1 8 0v8"
        stroke="var(--paper)"
        strokeWidth="2"
        strokeLinecap="round"
        fill="none"
      />
      <circle cx="13" cy="13.5" r="1.1" fill="var(--paper)" />
    </svg>
  )
}
