import type { confirmations as english } from '../en/confirmations.ts'
import type { Translated } from '../Messages.ts'

export const confirmations: Translated<typeof english> = {
  title: 'Bitte bestätigen',
  titleUntil: 'Bitte bis {time} bestätigen',
  titleClosed: 'Beendet am {time}',
  option: 'Gelesen und verstanden',
  visible: '{name} sieht den Namen. Andere Apps zeigen ihn vielleicht allen in diesem Chat.',
  visibleWithTime: '{name} sieht Name und Zeit. Andere Apps zeigen sie vielleicht allen in diesem Chat.',
  sending: 'Wird gesendet …',
  done: 'Bestätigt.',
  doneAt: 'Bestätigt am {time}.',
  counted: 'Bestätigt.',
  withdrawn: 'Die Bestätigung ist zurückgezogen.',
  tooLate: 'Nicht rechtzeitig bestätigt.',
  withdraw: {
    action: 'Zurückziehen',
    title: 'Bestätigung zurückziehen?',
    lead: '{name} sieht dann, dass die Bestätigung fehlt.',
    run: 'Bestätigung zurückziehen',
    keep: 'Behalten',
  },
  failed: {
    offline: 'Nicht gesendet: Das Schulnetz hat nicht geantwortet.',
    closed: 'Nicht gesendet: Die Zeit zum Bestätigen war abgelaufen.',
    gone: 'Nicht gesendet: Diese Nachricht gibt es nicht mehr, oder der Dienst der Schule bietet keine Bestätigungen an.',
    other: 'Nicht gesendet: {reason}',
  },
  result: {
    of: '{count} von {all} haben es gelesen und verstanden',
    count: '{count, plural, one {1 Person hat} other {# Personen haben}} es gelesen und verstanden',
    unknown: 'Der Dienst der Schule sagt nicht, wer bestätigt hat.',
    last: 'zuletzt {time}',
    showConfirmed: 'Zeigen, wer bestätigt hat',
    confirmedCount: 'Bestätigt: {count}',
    missing: 'Nicht bestätigt: {count}',
    showMissing: 'Alle {count} zeigen',
    everyone: 'Alle haben bestätigt.',
    nobodyElse: 'Bisher ist sonst niemand in diesem Chat.',
    peopleLoading: 'Wer nicht bestätigt hat, wird geladen …',
    peopleUnknown:
      'Die Personen dieses Chats sind nicht aufgelistet. Wer nicht bestätigt hat, lässt sich deshalb nicht zeigen.',
    groups:
      'Zu diesem Chat gehören Gruppen, deren Mitglieder unbekannt sind. Wer nicht bestätigt hat, lässt sich deshalb nicht zeigen.',
    noNames: 'Der Dienst der Schule zeigt nur die Anzahl, nicht wer bestätigt hat.',
  },
  remind: {
    remindedHere: 'Erinnert {time}. Das merkt sich nur dieses Gerät.',
    action: '{count, plural, one {Diese Person erinnern} other {Diese # erinnern}}',
    chatName: 'Erinnerung: {text}',
    message:
      'In {chat} steht eine Nachricht, die noch nicht bestätigt ist. Bitte lesen und auf „Gelesen und verstanden“ drücken: {text}',
  },
  export: {
    action: 'Liste exportieren',
    fileName: '{text}, Bestätigungen',
    name: 'Name',
    status: 'Bestätigt',
    time: 'Zeit',
    yes: 'ja',
    no: 'nein',
    saved: 'Als Datei für die Tabellenkalkulation gespeichert.',
    failed: 'Die Datei ließ sich nicht speichern. Bitte noch einmal versuchen.',
  },
}
