import type { viewer as english } from '../en/viewer.ts'
import type { Translated } from '../Messages.ts'

export const viewer: Translated<typeof english> = {
  title: 'Dateien',
  tools: 'Ansicht',
  rotate: 'Drehen',
  smaller: 'Kleiner',
  bigger: 'Größer',
  fitShort: 'Einpassen',
  fit: 'An die Breite anpassen',
  fitWhole: 'Ganze Seite zeigen',
  download: 'Herunterladen',
  previousFile: 'Vorige Datei',
  nextFile: 'Nächste Datei',
  percent: '{percent} %',
  total: '{count, plural, one {1 Datei} other {# Dateien}}, {size}',
  loading: '{name} wird geladen',
  page: 'Seite {number} von {count}',
  pageFailed: 'Diese Seite lässt sich nicht zeigen. Lade die Datei herunter, um sie zu sehen.',
  pagesCut: 'Das sind die ersten {shown} Seiten. Lade die Datei herunter, um alle zu sehen.',
  failed: 'Die Datei ließ sich nicht laden',
  readerMissing: 'Die Dateianzeige ließ sich nicht laden. Prüfe die Verbindung oder lade die Seite neu.',
  retry: 'Noch einmal versuchen',
  showSource: 'Als Text zeigen',
  textCut: 'Das ist der Anfang, {size}. Lade die Datei herunter, um alles zu lesen.',
  pictureCut: 'Das Ende dieses Bildes fehlt oder ist beschädigt. Zu sehen ist der lesbare Teil.',
  empty: 'Keine Dateien',
  emptyFile: 'Diese Datei ist leer.',
  elsewhere: {
    title: 'Woanders gespeichert',
    text: 'Diese Datei liegt bei {host}. Sie wird hier nicht geladen; der Link öffnet sie in einem neuen Tab.',
    open: 'Bei {host} öffnen',
  },
  noPreview: {
    kind: {
      title: 'Keine Vorschau für diese Art von Datei',
      text: 'Lade sie herunter, um sie auf deinem Gerät zu öffnen.',
    },
    code: {
      title: 'Wird hier nicht geöffnet',
      text: 'Solche Seiten und Zeichnungen können Programme enthalten, deshalb werden sie hier nicht geöffnet. Ihren Text kannst du gefahrlos lesen.',
    },
    brokenImage: {
      title: 'Dieses Bild lässt sich nicht zeigen',
      text: 'Es ist beschädigt oder von einer Art, die dieser Browser nicht lesen kann. Vielleicht öffnet es ein anderes Programm.',
    },
    imageFormat: {
      title: 'Dieser Browser kann {format}-Fotos nicht anzeigen',
      text: '{format}-Fotos brauchen ein anderes Programm. Die Datei lässt sich herunterladen; besser ist das Foto als JPEG.',
    },
    brokenPdf: {
      title: 'Dieses PDF lässt sich nicht zeigen',
      text: 'Es ist beschädigt. Vielleicht öffnet es ein anderes Programm.',
    },
    large: {
      title: 'Zu groß, um es zu zeigen',
      text: 'Das Bild hat mehr Pixel, als ein Browser zeigen kann.',
    },
    unplayable: {
      title: 'Dieser Browser kann die Datei nicht abspielen',
      text: 'Sie ist beschädigt oder von einer Art, die dieser Browser nicht abspielen kann. Vielleicht spielt sie ein anderes Programm ab.',
    },
    locked: { title: 'Dieses PDF hat ein Passwort', text: 'Lade es herunter und öffne es mit dem Passwort.' },
  },
}
