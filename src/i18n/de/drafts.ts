export const drafts = {
  elsewhere: 'Das wird gerade in einem anderen Tab geschrieben. Was dort gespeichert ist, steht hier.',
  goOn: 'Hier weiterschreiben',
  late: 'In einem anderen Tab geschrieben, {when}, und nicht Teil hiervon:',
  use: 'Die andere nehmen',
  drop: 'Verwerfen',
  notStored: 'Das ließ sich auf diesem Gerät nicht speichern: Der Speicher ist voll oder gesperrt.',
} as const
