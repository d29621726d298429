import type { CodeMeaning, Faults, Problems } from '../../shared/kernel/errors.js';
import type { Words } from './words/words.js';

export const siteProblems: Problems = {
  question_refused: {
    kinds: ['unprocessable'],
    meaning: 'The question of a visitor is empty, or too long.',
    remedy: 'Change the question.',
  },
  too_many_questions: {
    kinds: ['rate_limited'],
    meaning: 'A visitor, or all visitors of a page together, asked too many questions.',
    remedy: 'Wait as long as `Retry-After` says.',
  },
  too_many_submissions: {
    kinds: ['rate_limited'],
    meaning: 'A visitor, or all visitors of a page together, submitted too many forms.',
    remedy: 'Wait as long as `Retry-After` says.',
  },
  too_many_visits: {
    kinds: ['rate_limited'],
    meaning: 'A link received too many visits or events of visits.',
    remedy: 'Wait as long as `Retry-After` says.',
  },
  unknown_host: {
    kinds: ['not_found'],
    meaning: 'The request for the site names a host that is neither `SITE_URL` nor a proven domain.',
    remedy: 'Open the site at one of its hosts. The owner of the domain registers and proves it.',
  },
  page_gone: {
    kinds: ['gone'],
    meaning: 'The page at this address of the site was removed, or its link has ended.',
    remedy: 'Remove links to the address.',
  },
  page_not_ready: {
    kinds: ['unavailable'],
    meaning: 'The page at this address of the site is not published yet.',
    remedy: 'Open it again in a minute. If it stays, publish a version of its audience.',
  },
  unavailable: {
    kinds: ['unavailable'],
    meaning: 'The site is overloaded, or can not reach what it needs. Visitors learn no details.',
    remedy: 'Wait as long as `Retry-After` says. The operator finds the cause in the log.',
  },
};

/** The faults of forms that only visitors send. */
export const siteFaults: Faults = {
  too_quick: {
    meaning: 'The form was sent sooner than a person can fill it in.',
    remedy: 'Send the form again.',
  },
  email_missing: missing('email address'),
  phone_missing: missing('phone number'),
  linkedin_missing: missing('address of a LinkedIn profile'),
  text_missing: missing('text'),
  choice_missing: missing('choice'),
  consent_missing: { meaning: 'The visitor has not ticked the box.', remedy: 'Ask the visitor to tick it.' },
  wrong_phone: {
    meaning: 'The text is not a phone number with its country code.',
    remedy: 'Send a number such as `+44 20 7946 0123`.',
  },
  wrong_linkedin: {
    meaning: 'The text is not the address of a LinkedIn profile.',
    remedy: 'Send an address such as `https://www.linkedin.com/in/ada`.',
  },
  wrong_choice: {
    meaning: 'The text is none of the options of the field.',
    remedy: 'Send one of the options as the form has it.',
  },
  // The faults of texts and addresses are those of the API.
} satisfies Record<Exclude<keyof Words['faults'], 'wrong_email' | 'too_short' | 'too_long'>, CodeMeaning>;

function missing(what: string): CodeMeaning {
  return { meaning: `The field requires a value: ${what}.`, remedy: 'Ask the visitor for it.' };
}
