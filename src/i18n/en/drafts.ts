/** Texts for drafts, for what is not sent yet, and for two versions of one text. */
export const drafts = {
  earlier: 'An earlier version, written {when}, is not part of this:',
  restore: 'Restore',
  offline: 'Waiting for a connection. It will be sent automatically.',
  busy: 'The school network is busy. It will be sent automatically.',
  signedOut: 'Waiting until you sign in again.',
  waits: 'Waiting to be sent.',
  sending: 'Sending…',
  trying: 'No answer yet. Trying again.',
  uncertain: 'No answer came back, so we can’t tell whether it arrived. Check before you send it again.',
  conflict: 'Somebody changed it in the meantime. Yours was not sent.',
  failed: 'Not sent. {reason}',
  fileGone: 'Not sent: a file is no longer on this device.',
  notMade:
    'Not sent: {reason, select, tooLarge {{name} is too large for a marked copy.} slow {the marked copy of {name} took too long. Close other programs, then send it again.} notLoaded {{name} could not be loaded for its marked copy. Send it again later.} removed {{name} is no longer part of the submission.} noMarks {the marks on {name} can’t be read on this device.} other {no marked copy of {name} could be created. It may be damaged.}} The marks are saved on this device.',
  retry: 'Send again',
  replace: 'Replace it with mine',
  edit: 'Edit',
  takeBack: 'Take back',
  deleting: 'Deleting, {done} of {count}.',
  said: '{action}: {what}',
  notStored: 'That could not be saved on this device: storage is full or blocked.',
  versions: {
    remote: 'Current version',
    local: 'Your version',
    none: 'none',
  },
} as const
