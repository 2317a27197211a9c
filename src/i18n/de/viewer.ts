import type { viewer as english } from '../en/viewer.ts'
import type { Translated } from '../Messages.ts'

export const viewer: Translated<typeof english> = {
  smallest: 'Kleiner geht es nicht.',
  biggest: 'Größer geht es nicht.',
  title: 'Dateien',
  tools: 'Ansicht',
  rotate: 'Drehen',
  smaller: 'Kleiner',
  bigger: 'Größer',
  fitShort: 'Einpassen',
  fit: 'An die Breite anpassen',
  fitWhole: 'Ganze Seite zeigen',
  previousFile: 'Vorige Datei',
  nextFile: 'Nächste Datei',
  percent: '{percent} %',
  total: '{count, plural, one {1 Datei} other {# Dateien}}, {size}',
  loading: '{name} wird geladen',
  page: 'Seite {number} von {count}',
  pageFailed: 'Diese Seite lässt sich nicht zeigen. Zum Ansehen die Datei herunterladen.',
  pagesCut: 'Das sind die ersten {shown} Seiten. Um alle zu sehen, die Datei herunterladen.',
  failed: 'Die Datei ließ sich nicht laden',
  showSource: 'Als Text zeigen',
  textCut: 'Das ist der Anfang, {size}. Um alles zu lesen, die Datei herunterladen.',
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
      text: 'Zum Öffnen auf dem Gerät bitte herunterladen.',
    },
    code: {
      title: 'Wird hier nicht geöffnet',
      text: 'Solche Seiten und Zeichnungen können Programme enthalten, deshalb werden sie hier nicht geöffnet. Der Text darin lässt sich gefahrlos lesen.',
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
    locked: { title: 'Dieses PDF hat ein Passwort', text: 'Herunterladen und mit dem Passwort öffnen.' },
  },
}
