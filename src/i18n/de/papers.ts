import type { papers as english } from '../en/papers.ts'
import type { Translated } from '../Messages.ts'

export const papers: Translated<typeof english> = {
  title: 'Tests auf Papier',
  documentTitle: 'Tests auf Papier · {homework}',
  loading: 'Die Klasse wird geladen',
  failed: 'Die Klasse ließ sich nicht laden',
  fileName: 'Korrigierter Test',
  pageName: 'Seite {page}',
  choose: {
    title: 'Korrigierte Tests auf Papier zurückgeben',
    lead: 'Den korrigierten Stapel scannen und hier auswählen: ein PDF oder ein Foto je Seite. Danach wird der Scan geteilt und jeder Teil zugeordnet. Vor dem Zurückgeben wird nichts gesendet.',
    label: 'Scan des Stapels',
    drop: 'Scan hier ablegen oder <choose>auswählen</choose>',
    dropNow: 'Loslassen, um den Scan hinzuzufügen',
    reading: 'Der Scan wird gelesen …',
    photo: 'Foto {done, number} von {total, number} wird vorbereitet',
    cancel: 'Abbrechen',
    code: 'Ein Teil der App ließ sich nicht laden. Bitte das Netz prüfen und den Scan noch einmal auswählen.',
    mixed: 'Bitte entweder ein PDF oder Fotos auswählen. Mehrere PDFs lassen sich nicht verbinden.',
    empty: 'Die Datei ist leer.',
    tooLarge:
      'Der Scan ist zu groß: höchstens {size}. Bitte mit geringerer Auflösung oder in mehreren Teilen scannen.',
    tooManyPages:
      'Der Scan hat {pages, number} Seiten. Höchstens {max, number} lassen sich auf einmal teilen. Bitte in mehreren Stapeln scannen.',
    locked: 'Das PDF hat ein Passwort. Bitte ohne Passwort speichern und noch einmal auswählen.',
    broken: 'Das PDF ist beschädigt und lässt sich nicht öffnen. Bitte den Stapel noch einmal scannen.',
    inaccessible:
      'Die Datei ließ sich nicht lesen. Sie wurde vielleicht verschoben, oder es ist ein Ordner. Bitte noch einmal auswählen.',
    kind: '{name} ist weder ein PDF noch ein Foto.',
    unreadable: 'Keines der Fotos lässt sich öffnen.',
    notKept:
      'Auf diesem Gerät ist kein Platz für den Scan. Bitte Platz schaffen und ihn noch einmal auswählen.',
    interrupted:
      'Die Fotos ließen sich nicht vorbereiten, weil es zu lange dauerte oder zu viel Speicher brauchte. Bitte andere Programme schließen und die Fotos noch einmal auswählen.',
    omitted: {
      unreadable:
        '{count, plural, one {1 Foto lässt sich nicht öffnen und fehlt:} other {# Fotos lassen sich nicht öffnen und fehlen:}} {names}',
      interrupted:
        '{count, plural, one {1 Foto ließ sich nicht rechtzeitig vorbereiten und fehlt:} other {# Fotos ließen sich nicht rechtzeitig vorbereiten und fehlen:}} {names}. Um {count, plural, one {es} other {sie}} hinzuzufügen, bitte den Scan entfernen und alle Fotos noch einmal auswählen.',
    },
  },
  scan: {
    facts: '{name} · {pages, plural, one {1 Seite} other {# Seiten}}',
    photos: '{pages, plural, one {1 Foto} other {# Fotos}}',
    opening: 'Der Scan wird geöffnet',
    gone: 'Der Scan ist nicht mehr auf diesem Gerät. Bitte entfernen und noch einmal auswählen.',
    broken: 'Der Scan ließ sich nicht öffnen.',
    code: 'Die PDF-Anzeige ließ sich nicht laden.',
    retry: 'Noch einmal versuchen',
    remove: 'Scan entfernen',
    removeTitle: 'Scan entfernen?',
    removeLead:
      '{count, plural, =0 {Der Scan und seine Teile werden von diesem Gerät gelöscht.} one {Der Scan wird von diesem Gerät gelöscht. 1 Teil ist noch nicht zurückgegeben.} other {Der Scan wird von diesem Gerät gelöscht. # Teile sind noch nicht zurückgegeben.}}',
    keep: 'Behalten',
    notKept: 'Dieser Browser speichert den Scan nicht. Beim Verlassen der Seite geht er verloren.',
  },
  split: {
    label: 'Teilen',
    pages: 'Nach Seitenzahl',
    blank: 'An leeren Seiten',
    size: 'Seiten je Teil',
    sizeInvalid: 'Eine ganze Zahl ab 1.',
    run: 'Teilen',
    measuring: 'Leere Seiten werden gesucht: {done, number} von {total, number}',
    cancel: 'Abbrechen',
    noBlank: 'Der Scan hat keine leeren Seiten.',
    locked: 'Einige Teile sind schon unterwegs, darum lässt sich der Scan nicht neu teilen.',
    busy: 'Solange Teile vorbereitet werden, lässt sich der Scan nicht neu teilen.',
    prepared:
      'Einige Teile sind schon in Entwürfen der Korrektur. Dort „Ändern“ wählen, um den Scan neu zu teilen.',
    againTitle: 'Neu teilen?',
    againLead:
      'Wo ein Teil mit derselben Seite beginnt, bleiben Name und Punkte. Die anderen Teile werden neu zugeordnet.',
    again: 'Neu teilen',
    keep: 'So lassen',
    tooMany:
      '{parts, plural, one {1 Teil} other {# Teile}} für {pupils, plural, one {1 Person} other {# Personen}}: Bitte prüfen, wo der Scan geteilt ist.',
  },
  feedback: {
    label: 'Rückmeldung für alle',
    hint: 'Schon vorhandene Korrekturen bleiben erhalten.',
    default: 'Der korrigierte Test ist angehängt.',
  },
  unsupported:
    'Der Dienst der Schule nimmt keine Dateien an, darum lassen sich Tests auf Papier damit nicht zurückgeben. Text und Punkte gehen weiter über „Korrektur“.',
  list: 'Die Teile des Scans',
  closesHint: 'Nach dem Zurückgeben ist keine Abgabe mehr möglich.',
  keysHint: 'Anfang des Namens tippen. Enter: nächster Teil. Tab: Punkte.',
  part: {
    label: 'Teil {part, number}',
    pages:
      '{from, plural, =-1 {keine Seiten} other {{count, plural, one {Seite {from, number}} other {Seiten {from, number} bis {to, number}}}}}',
    pupil: 'Name zu Teil {part, number}',
    pupilPlaceholder: 'Name',
    points: 'Punkte für Teil {part, number}',
    pointsShort: 'Punkte',
    merge: 'Mit vorigem verbinden: Teil {part, number}',
    mergeShort: 'Mit vorigem verbinden',
  },
  merge: {
    title: 'Die Teile {previous, number} und {part, number} verbinden?',
    points: 'Punkte: {points}',
    kept: 'Der verbundene Teil gehört zu: {kept}.',
    dropped: 'Das wird entfernt: {dropped}.',
    keep: 'Beide behalten',
    confirm: 'Verbinden',
  },
  pupil: {
    list: 'Noch ohne Teil',
    none: 'Niemand ohne Teil heißt so.',
    choose: 'Bitte einen Namen aus der Liste wählen.',
    more: 'Mehr Buchstaben tippen, um die übrigen zu sehen.',
    number: 'Nr. {id}',
    handedIn: 'abgegeben',
    notHandedIn: 'nichts abgegeben',
    returned: 'korrigiert',
    found: '{count, plural, =0 {keine Namen} one {1 Name} other {# Namen}}',
  },
  state: {
    noPages: 'Alle Seiten sind ausgelassen.',
    busy: 'Eine andere Korrektur wird gerade gesendet. Bitte warten, bis sie angekommen ist.',
    keepsFeedback: 'Schon korrigiert. Der Test kommt dazu, die Korrektur bleibt.',
    changesPoints:
      'Schon korrigiert. Der Test kommt dazu, die Korrektur bleibt, und die Punkte ändern sich von {from} auf {to}.',
    withDraft: 'Der eigene Entwurf der Korrektur wird mit zurückgegeben.',
    draft: 'Nicht gesendet',
    sending: 'Wird zurückgegeben …',
    attention: 'Hier ist eine Entscheidung nötig.',
    returned: 'Zurückgegeben',
    missing: 'Nicht in der Korrektur.',
    damaged: 'Diese Seiten sind beschädigt und ließen sich nicht herauslösen.',
    aside:
      'Neben der Korrektur einer anderen Lehrkraft liegt eine eigene Fassung. Bitte zuerst dort entscheiden.',
    desk: 'In der Korrektur öffnen',
    change: 'Ändern',
  },
  page: {
    label: 'Seite',
    open: 'Seite {page, number}',
    openOmitted: 'Seite {page, number}, ausgelassen',
    place: 'Seite {page, number} von {total, number}',
    previous: 'Vorige Seite',
    next: 'Nächste Seite',
    split: 'Neuer Teil ab hier',
    omit: 'Auslassen',
    include: 'Aufnehmen',
    omitted: 'ausgelassen',
    failed: 'Diese Seite lässt sich nicht anzeigen.',
    drawing: 'Die Seite wird gezeichnet',
    close: 'Schließen',
  },
  footer: {
    count: '{ready, number} von {total, number} bereit',
    returnAll: 'Alle zurückgeben',
    preparing: 'Teil {done, number} von {total, number} wird herausgelöst',
    cancel: 'Abbrechen',
    notStored:
      'Auf diesem Gerät ist kein Platz für die Teile. Es wurde nichts zurückgegeben. Bitte Platz schaffen und noch einmal versuchen.',
    cancelled: 'Es wurde nichts zurückgegeben. Vorbereitete Teile bleiben hier.',
  },
}
