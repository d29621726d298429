import type { Words } from './words.js';

export const it: Words = {
  back: 'Torna alla pagina',
  greeting: { name: 'Per {name}', company: 'Per {name} di {company}' },
  video: 'Video',
  links: 'Link',
  copied: 'Copiato',
  slides: {
    previous: 'Diapositiva precedente',
    next: 'Diapositiva successiva',
    position: 'Diapositiva {number} di {count}',
  },
  form: {
    email: 'Indirizzo e-mail',
    optional: '(facoltativo)',
    thanks: 'Grazie. Abbiamo ricevuto i Suoi dati.',
  },
  faults: {
    too_quick: 'È stato molto veloce. La preghiamo di inviare di nuovo il modulo.',
    email_missing: 'Inserisca il Suo indirizzo e-mail.',
    phone_missing: 'Inserisca il Suo numero di telefono.',
    linkedin_missing: 'Inserisca l’indirizzo del Suo profilo LinkedIn.',
    text_missing: 'Compili questo campo.',
    choice_missing: 'Scelga un’opzione.',
    consent_missing: 'Selezioni questa casella.',
    wrong_email: 'Inserisca un indirizzo e-mail, ad esempio {example}.',
    wrong_phone: 'Inserisca il numero con il prefisso internazionale, ad esempio {example}.',
    wrong_linkedin: 'Inserisca l’indirizzo di un profilo, ad esempio {example}.',
    wrong_choice: 'Scelga una delle opzioni proposte.',
    too_short: {
      one: 'Scriva almeno {count} carattere.',
      other: 'Scriva almeno {count} caratteri.',
    },
    too_long: {
      one: 'Scriva al massimo {count} carattere; ora sono {length}.',
      other: 'Scriva al massimo {count} caratteri; ora sono {length}.',
    },
  },
  question: {
    label: 'Faccia una domanda',
    ask: 'Chiedi',
    missing: 'Scriva una domanda.',
    tooLong: {
      one: 'Una domanda può avere al massimo {count} carattere. La preghiamo di accorciarla.',
      other: 'Una domanda può avere al massimo {count} caratteri. La preghiamo di accorciarla.',
    },
    noAnswer: 'Non c’è ancora una risposta a questa domanda. La Sua domanda è stata salvata.',
    tooManyOfVisit: 'Ha fatto molte domande. La preghiamo di tornare {when}.',
    tooMany: 'Sono state fatte troppe domande. La preghiamo di riprovare {when}.',
  },
  notices: {
    notFound: { title: 'Pagina non trovata', text: 'A questo indirizzo non c’è nessuna pagina.' },
    unknownHost: { title: 'Pagina non trovata', text: 'Non esiste un sito con questo nome.' },
    gone: { title: 'Questa pagina non esiste più', text: 'La pagina a questo indirizzo è stata rimossa.' },
    notReady: { title: 'Questa pagina è in preparazione', text: 'La preghiamo di riprovare {when}.' },
    wrongMethod: { title: 'Qui questo non è possibile', text: 'Le pagine si possono solo aprire.' },
    tooManyVisits: {
      title: 'Attenda un momento',
      text: 'Sono arrivate troppe richieste dal Suo indirizzo. La preghiamo di riprovare {when}.',
    },
    tooManyForms: {
      title: 'Attenda un momento',
      text: 'Sono stati appena inviati troppi moduli. La preghiamo di riprovare {when}.',
    },
    tooManyPreviews: {
      title: 'Attenda un momento',
      text: 'Sono state appena aperte troppe anteprime. La preghiamo di riprovare {when}.',
    },
    busy: { title: 'La preghiamo di riprovare', text: 'Il sito è sovraccarico o in manutenzione.' },
    failed: { title: 'Qualcosa è andato storto', text: 'Si è verificato un errore da parte nostra.' },
    invalidUrl: {
      title: 'Questo link non è valido',
      text: 'Verifichi di averlo copiato per intero.',
    },
    expiredUrl: {
      title: 'Questo link è scaduto',
      text: 'Apra di nuovo la pagina o chieda un nuovo link.',
    },
    tooLarge: { title: 'È troppo lungo', text: 'La preghiamo di accorciare il testo.' },
    malformed: { title: 'Questo non è possibile', text: 'L’indirizzo o la richiesta non è corretta.' },
    refused: { title: 'Questo non è possibile', text: 'Il sito non ha accettato la richiesta.' },
  },
};
