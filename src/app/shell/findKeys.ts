/** How the keyboard of this computer writes the shortcut of the palette. */
export const findKeys = () => (/mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘K' : 'Ctrl K')
