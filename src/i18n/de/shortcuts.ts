export const shortcuts = {
  title: 'Tastenkürzel',
  lead: 'Sie ruhen, solange du in ein Feld schreibst; die mit Ctrl oder Alt gehen auch dort.',
  on: 'Einzelne Tasten als Kürzel verwenden',
  everywhere: 'Überall',
  here: 'Auf dieser Seite',
  find: 'Suchen',
  escape: 'Schließen, was offen ist',
}
