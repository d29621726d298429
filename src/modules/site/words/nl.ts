import type { Words } from './words.js';

export const nl: Words = {
  back: 'Terug naar de pagina',
  greeting: { name: 'Voor {name}', company: 'Voor {name} van {company}' },
  video: 'Video',
  links: 'Links',
  copied: 'Gekopieerd',
  slides: {
    previous: 'Vorige dia',
    next: 'Volgende dia',
    position: 'Dia {number} van {count}',
  },
  form: {
    email: 'E-mailadres',
    optional: '(optioneel)',
    thanks: 'Bedankt. We hebben uw gegevens ontvangen.',
  },
  faults: {
    too_quick: 'Dat ging erg snel. Verstuur het formulier alstublieft opnieuw.',
    email_missing: 'Vul uw e-mailadres in.',
    phone_missing: 'Vul uw telefoonnummer in.',
    linkedin_missing: 'Vul het adres van uw LinkedIn-profiel in.',
    text_missing: 'Vul dit veld in.',
    choice_missing: 'Maak een keuze.',
    consent_missing: 'Vink dit vakje aan.',
    wrong_email: 'Vul een e-mailadres in, bijvoorbeeld {example}.',
    wrong_phone: 'Vul het nummer met landnummer in, bijvoorbeeld {example}.',
    wrong_linkedin: 'Vul het adres van een profiel in, bijvoorbeeld {example}.',
    wrong_choice: 'Kies een van de mogelijkheden.',
    too_short: {
      one: 'Schrijf minstens {count} teken.',
      other: 'Schrijf minstens {count} tekens.',
    },
    too_long: {
      one: 'Schrijf hoogstens {count} teken; het zijn er nu {length}.',
      other: 'Schrijf hoogstens {count} tekens; het zijn er nu {length}.',
    },
  },
  question: {
    label: 'Stel een vraag',
    ask: 'Vragen',
    missing: 'Typ een vraag.',
    tooLong: {
      one: 'Een vraag mag hoogstens {count} teken lang zijn. Maak de vraag korter.',
      other: 'Een vraag mag hoogstens {count} tekens lang zijn. Maak de vraag korter.',
    },
    noAnswer: 'Er is nog geen antwoord op deze vraag. Uw vraag is opgeslagen.',
    tooManyOfVisit: 'U hebt veel vragen gesteld. Kom {when} terug.',
    tooMany: 'Er zijn te veel vragen gesteld. Probeer het {when} opnieuw.',
  },
  notices: {
    notFound: { title: 'Pagina niet gevonden', text: 'Op dit adres is geen pagina.' },
    unknownHost: { title: 'Pagina niet gevonden', text: 'Er is geen website met deze naam.' },
    gone: { title: 'Deze pagina bestaat niet meer', text: 'De pagina op dit adres is verwijderd.' },
    notReady: { title: 'Deze pagina wordt voorbereid', text: 'Probeer het {when} opnieuw.' },
    wrongMethod: { title: 'Dit is hier niet mogelijk', text: 'Pagina’s kunnen alleen worden geopend.' },
    tooManyVisits: {
      title: 'Een ogenblik geduld',
      text: 'Er kwamen te veel verzoeken vanaf uw adres. Probeer het {when} opnieuw.',
    },
    tooManyForms: {
      title: 'Een ogenblik geduld',
      text: 'Er zijn zojuist te veel formulieren verstuurd. Probeer het {when} opnieuw.',
    },
    tooManyPreviews: {
      title: 'Een ogenblik geduld',
      text: 'Er zijn zojuist te veel voorbeelden geopend. Probeer het {when} opnieuw.',
    },
    busy: { title: 'Probeer het opnieuw', text: 'De website is overbelast of in onderhoud.' },
    failed: { title: 'Er is iets misgegaan', text: 'Er is bij ons iets misgegaan.' },
    invalidUrl: {
      title: 'Deze link is ongeldig',
      text: 'Controleer of u de link helemaal hebt gekopieerd.',
    },
    expiredUrl: {
      title: 'Deze link is verlopen',
      text: 'Open de pagina opnieuw of vraag om een nieuwe link.',
    },
    tooLarge: { title: 'Dit is te lang', text: 'Maak uw tekst korter.' },
    malformed: { title: 'Dit is niet mogelijk', text: 'Het adres of het verzoek is onjuist.' },
    refused: { title: 'Dit is niet mogelijk', text: 'De website heeft het verzoek niet aanvaard.' },
  },
};
