export const shortcuts = {
  title: 'Tastenkürzel',
  lead: 'Aus, solange du in ein Feld schreibst, außer denen mit Ctrl oder Alt.',
  on: 'Einzelne Tasten als Kürzel verwenden',
  everywhere: 'Überall',
  here: 'Auf dieser Seite',
  find: 'Suchen',
  escape: 'Schließen, was offen ist',
}
