/**
 * Shows the number on the icon of the installed app. Without a number, the icon has no badge. Some browsers have no
 * badges, and some refuse them without the permission for notifications, for which the app does not ask.
 */
export function setAppBadge(count: number): void {
  const change = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.()
  change?.catch(() => undefined)
}
