import { noSuch, type Problems } from '../../shared/kernel/errors.js';

export const crmProblems: Problems = {
  person_not_found: noSuch('person', 'or named in a body'),
  account_not_found: noSuch('account'),
  accountlog_not_found: noSuch('log entry of an account'),
  personlog_not_found: noSuch('log entry of a person'),
  email_taken: {
    kinds: ['conflict'],
    meaning: 'Another person of the tenant has this email address. Upper and lower case make no difference.',
    remedy:
      'Use the person in `conflictsWith`, or send another address. A batch can also skip or update existing persons (`onConflict`).',
  },
  account_exists: {
    kinds: ['conflict'],
    meaning: 'An item of a batch names the domain of an account that exists, and `onConflict` is `error`.',
    remedy: 'Send `skip` or `update` in `onConflict`, or leave the item out.',
  },
  too_many_mentions: {
    kinds: ['conflict'],
    meaning:
      'Records that are not linked to the person contain the email address, phone number or profile of the person. Nothing was erased.',
    remedy:
      'To erase these texts, too, repeat the request with `maxMentions`. To keep them, first remove the shared address or number from the person.',
  },
  unknown_account: {
    kinds: ['unprocessable'],
    meaning: 'The body names an account that does not exist, or that belongs to another tenant.',
    remedy: 'Check `accountId`, or name the account by its domain.',
  },
  unknown_person: {
    kinds: ['unprocessable'],
    meaning: 'The body names a person that does not exist, or that belongs to another tenant.',
    remedy: 'Check `personId`, or name the person by the email address.',
  },
};
