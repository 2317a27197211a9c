export const uploads = {
  title: 'Uploads',
  uploadFolder: 'Upload a folder',
  chooseFolder: 'Choose a folder to upload',
  drop: 'Drop to upload into this folder',
  count: '{done} of {all} uploaded',
  keeping: '{done} of {all} saved on this device. Don’t close the page yet.',
  standing: '{count, plural, one {1 needs your attention} other {# need your attention}}',
  progress: 'Upload progress',
  cancelAll: 'Cancel all',
  close: 'Close the list',
  more: 'Show the files',
  less: 'Hide the files',
  rest: '{count, plural, one {and 1 more} other {and # more}}',
  retry: 'Try again',
  retryOne: 'Try again: {name}',
  cancelOne: 'Cancel: {name}',
  heard: {
    going:
      '{standing, plural, =0 {Uploading.} one {Uploading. 1 file needs your attention.} other {Uploading. # files need your attention.}}',
    over: '{done, plural, one {1 file is uploaded.} other {# files are uploaded.}} {standing, plural, =0 {} one {1 needs your attention.} other {# need your attention.}}',
  },
  state: {
    sending: 'Uploading {size}',
    done: 'Uploaded',
  },
  empty:
    '{count, plural, one {1 file is empty. The service doesn’t accept empty files.} other {# files are empty. The service doesn’t accept empty files.}}',
  unreadable:
    '{count, plural, one {1 dropped entry could not be read and was not uploaded:} other {# dropped entries could not be read and were not uploaded:}}',
  notKept:
    '{count, plural, one {There is no room in this browser for 1 file, or it can’t be read. Try it again once the others are uploaded.} other {There is no room in this browser for # files, or they can’t be read. Try them again once the others are uploaded.}}',
  renamed:
    '{count, plural, one {1 name had characters that the service doesn’t accept:} other {# names had characters that the service doesn’t accept:}}',
  memoryOnly: 'This browser saves nothing. Leave the page open until everything is uploaded.',
  failed: 'Nothing was uploaded. {reason}',
  understood: 'OK',
  conflict: {
    title: '{count, plural, one {1 name is taken} other {# names are taken}}',
    keepBoth: 'Keep both',
    keepBothHint: 'The new one gets a number: “name (2)”.',
    replace: 'Upload as a new version',
    replaceHint: 'The existing entry shows the new content.',
    skip: 'Skip',
    sizes: 'existing {there} · new {new}',
    wayFor: 'What to do with {name}',
    upload: {
      lead: 'The folder already has entries with these names. Nothing has been sent yet.',
      skipHint: 'The existing entry stays; nothing is uploaded.',
      go: 'Upload like this',
      cancel: 'Upload nothing',
      leave: 'Close and upload nothing',
    },
    move: {
      lead: 'The folder already has entries with these names. Nothing has been moved yet.',
      skipHint: 'The entry stays where it is.',
      go: 'Move like this',
      cancel: 'Move nothing',
      leave: 'Close and move nothing',
    },
  },
} as const
