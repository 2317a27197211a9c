/** Text that must be equal, or a regular expression. Both can be sent to the page as JSON. */
export type Matcher = { equals: string } | { pattern: string; flags: string }

/** An element as a user describes it. The first visible match counts. */
export type Target = {
  by: { role: string; name?: Matcher } | { label: Matcher } | { text: Matcher } | { alt: string }
  within?: Target | undefined
  /** Text that the element contains. */
  contains?: string
}

type Name = string | RegExp

const matcher = (name: Name): Matcher =>
  typeof name === 'string' ? { equals: name } : { pattern: name.source, flags: name.flags }

export const byRole = (role: string, name?: Name, within?: Target): Target => ({
  by: name === undefined ? { role } : { role, name: matcher(name) },
  within,
})
export const byLabel = (label: Name, within?: Target): Target => ({ by: { label: matcher(label) }, within })
/** `alt`: text that replaces a picture. */
export const byAltText = (alt: string, within?: Target): Target => ({ by: { alt }, within })
export const byText = (text: Name, within?: Target): Target => ({ by: { text: matcher(text) }, within })
export const button = (name: Name, within?: Target): Target => byRole('button', name, within)
export const link = (name: Name, within?: Target): Target => byRole('link', name, within)

export const withText = (target: Target, contains: string): Target => ({ ...target, contains })

/** Describes a target in an error. */
export function describeTarget({ by, within, contains }: Target): string {
  const description =
    'role' in by
      ? `${by.role}${by.name ? ` ${formatMatcher(by.name)}` : ''}`
      : 'label' in by
        ? `label ${formatMatcher(by.label)}`
        : 'alt' in by
          ? `picture "${by.alt}"`
          : `text ${formatMatcher(by.text)}`
  const withText = contains ? `${description} with "${contains}"` : description
  return within ? `${withText} in ${describeTarget(within)}` : withText
}

const formatMatcher = (matcher: Matcher) =>
  'equals' in matcher ? `"${matcher.equals}"` : `/${matcher.pattern}/${matcher.flags}`
