import type { Words } from './words.js';

export const fr: Words = {
  back: 'Retour à la page',
  greeting: { name: 'Pour {name}', company: 'Pour {name} chez {company}' },
  video: 'Vidéo',
  links: 'Liens',
  copied: 'Copié',
  slides: {
    previous: 'Diapositive précédente',
    next: 'Diapositive suivante',
    position: 'Diapositive {number} sur {count}',
  },
  form: {
    email: 'Adresse e-mail',
    optional: '(facultatif)',
    thanks: 'Merci. Nous avons bien reçu votre envoi.',
  },
  faults: {
    too_quick: 'C’était très rapide. Veuillez envoyer le formulaire à nouveau.',
    email_missing: 'Veuillez saisir votre adresse e-mail.',
    phone_missing: 'Veuillez saisir votre numéro de téléphone.',
    linkedin_missing: 'Veuillez saisir l’adresse de votre profil LinkedIn.',
    text_missing: 'Veuillez remplir ce champ.',
    choice_missing: 'Veuillez choisir une option.',
    consent_missing: 'Veuillez cocher cette case.',
    wrong_email: 'Veuillez saisir une adresse e-mail, par exemple {example}.',
    wrong_phone: 'Veuillez saisir le numéro avec l’indicatif du pays, par exemple {example}.',
    wrong_linkedin: 'Veuillez saisir l’adresse d’un profil, par exemple {example}.',
    wrong_choice: 'Veuillez choisir l’une des options proposées.',
    too_short: {
      one: 'Veuillez écrire au moins {count} caractère.',
      other: 'Veuillez écrire au moins {count} caractères.',
    },
    too_long: {
      one: 'Veuillez écrire au plus {count} caractère ; il y en a {length}.',
      other: 'Veuillez écrire au plus {count} caractères ; il y en a {length}.',
    },
  },
  question: {
    label: 'Posez une question',
    ask: 'Demander',
    missing: 'Veuillez saisir une question.',
    tooLong: {
      one: 'Une question peut compter au plus {count} caractère. Veuillez la raccourcir.',
      other: 'Une question peut compter au plus {count} caractères. Veuillez la raccourcir.',
    },
    noAnswer: 'Il n’y a pas encore de réponse à cette question. Votre question a été enregistrée.',
    tooManyOfVisit: 'Vous avez posé de nombreuses questions. Veuillez revenir {when}.',
    tooMany: 'Trop de questions ont été posées. Veuillez réessayer {when}.',
  },
  notices: {
    notFound: { title: 'Page introuvable', text: 'Il n’y a pas de page à cette adresse.' },
    unknownHost: { title: 'Page introuvable', text: 'Aucun site n’est publié sous ce nom.' },
    gone: { title: 'Cette page n’existe plus', text: 'La page à cette adresse a été supprimée.' },
    notReady: { title: 'Cette page est en préparation', text: 'Veuillez réessayer {when}.' },
    wrongMethod: {
      title: 'Cette action est impossible ici',
      text: 'Les pages peuvent seulement être ouvertes.',
    },
    tooManyVisits: {
      title: 'Veuillez patienter un instant',
      text: 'Trop de requêtes proviennent de votre adresse. Veuillez réessayer {when}.',
    },
    tooManyForms: {
      title: 'Veuillez patienter un instant',
      text: 'Trop de formulaires viennent d’être envoyés. Veuillez réessayer {when}.',
    },
    tooManyPreviews: {
      title: 'Veuillez patienter un instant',
      text: 'Trop d’aperçus viennent d’être ouverts. Veuillez réessayer {when}.',
    },
    busy: { title: 'Veuillez réessayer', text: 'Le site est surchargé ou en maintenance.' },
    failed: { title: 'Une erreur s’est produite', text: 'Une erreur s’est produite de notre côté.' },
    invalidUrl: {
      title: 'Ce lien n’est pas valide',
      text: 'Veuillez vérifier que vous l’avez copié en entier.',
    },
    expiredUrl: {
      title: 'Ce lien a expiré',
      text: 'Veuillez rouvrir la page ou demander un nouveau lien.',
    },
    tooLarge: { title: 'C’est trop long', text: 'Veuillez raccourcir ce que vous avez écrit.' },
    malformed: { title: 'Cette action est impossible', text: 'L’adresse ou la requête est mal formée.' },
    refused: { title: 'Cette action est impossible', text: 'Le site n’a pas accepté la requête.' },
  },
};
