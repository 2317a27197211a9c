/** Texts for a draft that is open in two tabs, and for two versions of one text. */
export const drafts = {
  readOnly: 'You are writing this in another tab. What is saved there shows here.',
  continueHere: 'Continue here',
  earlier: 'An earlier version, written {when}, is not part of this:',
  restore: 'Restore',
  notStored: 'That could not be saved on this device: storage is full or blocked.',
  versions: {
    remote: 'Current version',
    local: 'Your version',
    none: 'none',
  },
} as const
