/** ⌘ on Apple's keyboards, Ctrl on all others; both work everywhere. */
export const commandKey = /Mac|iP(?:hone|ad|od)/.test(navigator.platform) ? '⌘' : 'Ctrl+'
