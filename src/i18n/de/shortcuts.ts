export const shortcuts = {
  title: 'Tastenkürzel',
  lead: 'In Eingabefeldern aus, außer denen mit {command} oder Alt.',
  on: 'Einzelne Tasten als Kürzel verwenden',
  everywhere: 'Überall',
  here: 'Auf dieser Seite',
  escape: 'Schließen, was offen ist',
}
