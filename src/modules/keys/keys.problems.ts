import { type Faults, noSuch, type Problems } from '../../shared/kernel/errors.js';

export const keyProblems: Problems = {
  key_not_found: noSuch('API key'),
  key_ended: {
    kinds: ['conflict'],
    meaning: 'The key is revoked or expired, so it does not change.',
    remedy: 'Create a new key.',
  },
  key_secret_is_set: {
    kinds: ['conflict'],
    meaning: 'The operator has set the secret of this key in the settings, so the API can not rotate it.',
    remedy: 'Change the setting, or create another key.',
  },
  last_managing_key: {
    kinds: ['conflict'],
    meaning:
      'This is the last key that can manage keys and does not expire. Without it, nobody could manage keys over HTTP.',
    remedy: 'Create another such key first.',
  },
  beyond_own_key: {
    kinds: ['forbidden'],
    meaning:
      'A key can only create and change keys that reach no further than the key itself: in scopes, rate limit and end.',
    remedy: 'Ask for less, or use a key that reaches further. `errors` names each part that reaches too far.',
  },
  child_key: {
    kinds: ['conflict', 'forbidden'],
    meaning: 'A child key does not make children, and does not change by itself.',
    remedy: 'Use the parent of the key. To end a child key, revoke it.',
  },
  parent_key_required: {
    kinds: ['forbidden'],
    meaning: 'A child key can only create or rotate keys together with its parent.',
    remedy: 'Send the parent key, too, in the header that the message names.',
  },
  parent_key_wrong: {
    kinds: ['forbidden'],
    meaning: 'The parent key in the header is not the parent of the key of the request.',
    remedy: 'Send the key that made the child key.',
  },
  too_many_child_keys: {
    kinds: ['conflict'],
    meaning: 'The key has as many children as a key can have.',
    remedy: 'Revoke children that are no longer needed.',
  },
};

export const keyFaults: Faults = {
  wrong_name: {
    meaning: 'The name of the key has no visible text, or characters that a name can not have.',
    remedy: 'Send a name as the message describes it.',
  },
};
