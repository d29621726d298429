import type { Problems } from '../../shared/kernel/errors.js';

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
};
