import { noSuch, type Problems } from '../../shared/kernel/errors.js';

export const sessionProblems: Problems = {
  session_not_found: noSuch('session'),
};
