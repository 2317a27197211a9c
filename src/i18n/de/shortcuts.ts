export const shortcuts = {
  title: 'Tastenkürzel',
  lead: 'Sie ruhen, solange du in ein Feld schreibst.',
  on: 'Einzelne Tasten als Kürzel verwenden',
  everywhere: 'Überall',
  here: 'Auf dieser Seite',
  find: 'Suchen',
  escape: 'Schließen, was offen ist',
}
