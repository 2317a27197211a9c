/** Texts for a draft that is open in two tabs. */
export const drafts = {
  elsewhere: 'You are writing this in another tab. What is saved there shows here.',
  goOn: 'Continue here',
  late: 'Written in another tab {when}, and not part of this:',
  use: 'Use that one',
  drop: 'Discard',
  notStored: 'That could not be saved on this device: storage is full or blocked.',
} as const
