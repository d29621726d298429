import type { Words } from './words.js';

export const de: Words = {
  back: 'Zurück zur Seite',
  greeting: { name: 'Für {name}', company: 'Für {name} von {company}' },
  video: 'Video',
  links: 'Links',
  copied: 'Kopiert',
  slides: {
    previous: 'Vorherige Folie',
    next: 'Nächste Folie',
    position: 'Folie {number} von {count}',
  },
  form: {
    email: 'E-Mail-Adresse',
    optional: '(freiwillig)',
    thanks: 'Vielen Dank. Ihre Angaben sind bei uns angekommen.',
  },
  faults: {
    too_quick: 'Das ging sehr schnell. Bitte senden Sie das Formular noch einmal.',
    email_missing: 'Bitte geben Sie Ihre E-Mail-Adresse ein.',
    phone_missing: 'Bitte geben Sie Ihre Telefonnummer ein.',
    linkedin_missing: 'Bitte geben Sie die Adresse Ihres LinkedIn-Profils ein.',
    text_missing: 'Bitte füllen Sie dieses Feld aus.',
    choice_missing: 'Bitte wählen Sie eine Möglichkeit aus.',
    consent_missing: 'Bitte setzen Sie hier ein Häkchen.',
    wrong_email: 'Bitte geben Sie eine E-Mail-Adresse ein, zum Beispiel {example}.',
    wrong_phone: 'Bitte geben Sie die Nummer mit Landesvorwahl ein, zum Beispiel {example}.',
    wrong_linkedin: 'Bitte geben Sie die Adresse eines Profils ein, zum Beispiel {example}.',
    wrong_choice: 'Bitte wählen Sie eine der angebotenen Möglichkeiten aus.',
    too_short: {
      one: 'Bitte schreiben Sie mindestens {count} Zeichen.',
      other: 'Bitte schreiben Sie mindestens {count} Zeichen.',
    },
    too_long: {
      one: 'Bitte schreiben Sie höchstens {count} Zeichen; jetzt sind es {length}.',
      other: 'Bitte schreiben Sie höchstens {count} Zeichen; jetzt sind es {length}.',
    },
  },
  question: {
    label: 'Stellen Sie eine Frage',
    ask: 'Fragen',
    missing: 'Bitte geben Sie eine Frage ein.',
    tooLong: {
      one: 'Eine Frage darf höchstens {count} Zeichen lang sein. Bitte kürzen Sie sie.',
      other: 'Eine Frage darf höchstens {count} Zeichen lang sein. Bitte kürzen Sie sie.',
    },
    noAnswer: 'Auf diese Frage gibt es noch keine Antwort. Ihre Frage wurde gespeichert.',
    tooManyOfVisit: 'Sie haben viele Fragen gestellt. Bitte kommen Sie {when} wieder.',
    tooMany: 'Es wurden zu viele Fragen gestellt. Bitte versuchen Sie es {when} noch einmal.',
  },
  notices: {
    notFound: { title: 'Seite nicht gefunden', text: 'Unter dieser Adresse gibt es keine Seite.' },
    unknownHost: { title: 'Seite nicht gefunden', text: 'Unter diesem Namen gibt es keine Website.' },
    gone: { title: 'Diese Seite gibt es nicht mehr', text: 'Die Seite unter dieser Adresse wurde entfernt.' },
    notReady: {
      title: 'Diese Seite wird vorbereitet',
      text: 'Bitte versuchen Sie es {when} noch einmal.',
    },
    wrongMethod: { title: 'Das ist hier nicht möglich', text: 'Seiten lassen sich nur öffnen.' },
    tooManyVisits: {
      title: 'Bitte warten Sie einen Moment',
      text: 'Von Ihrer Adresse kamen zu viele Anfragen. Bitte versuchen Sie es {when} noch einmal.',
    },
    tooManyForms: {
      title: 'Bitte warten Sie einen Moment',
      text: 'Gerade wurden zu viele Formulare gesendet. Bitte versuchen Sie es {when} noch einmal.',
    },
    tooManyPreviews: {
      title: 'Bitte warten Sie einen Moment',
      text: 'Gerade wurden zu viele Vorschauen geöffnet. Bitte versuchen Sie es {when} noch einmal.',
    },
    busy: {
      title: 'Bitte versuchen Sie es noch einmal',
      text: 'Die Website ist überlastet oder wird gewartet.',
    },
    failed: { title: 'Etwas ist schiefgegangen', text: 'Bei uns ist ein Fehler aufgetreten.' },
    invalidUrl: {
      title: 'Dieser Link ist ungültig',
      text: 'Bitte prüfen Sie, ob Sie ihn vollständig kopiert haben.',
    },
    expiredUrl: {
      title: 'Dieser Link ist abgelaufen',
      text: 'Bitte öffnen Sie die Seite noch einmal, oder bitten Sie um einen neuen Link.',
    },
    tooLarge: { title: 'Das ist zu lang', text: 'Bitte kürzen Sie, was Sie geschrieben haben.' },
    malformed: { title: 'Das ist nicht möglich', text: 'Die Adresse oder die Anfrage ist fehlerhaft.' },
    refused: { title: 'Das ist nicht möglich', text: 'Die Website hat die Anfrage nicht angenommen.' },
  },
};
