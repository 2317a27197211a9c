export const drafts = {
  readOnly: 'Das wird gerade in einem anderen Tab geschrieben. Was dort gespeichert ist, steht hier.',
  continueHere: 'Hier weiterschreiben',
  earlier: 'Eine frühere Fassung, geschrieben {when}, gehört nicht dazu:',
  restore: 'Wiederherstellen',
  notStored: 'Das ließ sich auf diesem Gerät nicht speichern: Der Speicher ist voll oder gesperrt.',
  versions: {
    remote: 'Aktuelle Fassung',
    local: 'Meine Fassung',
    none: 'keine Angabe',
  },
} as const
