import type { Faults } from '../kernel/errors.js';

/** The faults of any field, query or header. Modules declare those of their own rules. */
export const SHARED_FAULTS: Faults = {
  broken_rule: {
    meaning: 'The value breaks a rule of the field.',
    remedy: 'Correct the value as the message says.',
  },
  duplicate: {
    meaning: 'The list has the same value twice.',
    remedy: 'Leave out one of them.',
  },
  has_credentials: {
    meaning: 'The URL has a user name or a password.',
    remedy: 'Leave them out.',
  },
  impossible_time: {
    meaning: 'The time has the right form, but does not exist, such as February 30.',
    remedy: 'Send a time that exists.',
  },
  lone_surrogate: {
    meaning: 'The text has half of a UTF-16 surrogate pair, which no database stores.',
    remedy: 'Cut texts between characters, not within them.',
  },
  not_combinable: {
    meaning: 'These query parameters exclude each other.',
    remedy: 'Use one of them, or the combinations that the message names.',
  },
  not_utf8: {
    meaning: 'The field of a form is not UTF-8.',
    remedy: 'Encode the text as UTF-8.',
  },
  nul_character: {
    meaning: 'The text contains a NUL character, which no database stores.',
    remedy: 'Remove the character.',
  },
  out_of_range: {
    meaning: 'The number or the time is outside the range.',
    remedy: 'Send a value in the range that the message names.',
  },
  required: {
    meaning: 'The field is missing, null or empty.',
    remedy: 'Send the field with a value.',
  },
  too_deep: {
    meaning: 'Objects or lists of the body are nested too deeply.',
    remedy: 'Send a flatter value.',
  },
  too_few: {
    meaning: 'The list has too few items.',
    remedy: 'Send as many items as the message names.',
  },
  too_long: {
    meaning: 'The text has too many characters.',
    remedy: 'Shorten the text.',
  },
  too_many: {
    meaning: 'The list has too many items, or the field is given too often.',
    remedy: 'Send fewer items.',
  },
  too_short: {
    meaning: 'The text has too few characters.',
    remedy: 'Send a longer text.',
  },
  unknown_parameter: {
    meaning: 'The query has a parameter that the operation does not know.',
    remedy: 'Check the spelling, or leave it out.',
  },
  unknown_property: {
    meaning: 'The body has a field that the operation does not know.',
    remedy: 'Check the spelling and the level of the field, or leave it out.',
  },
  unknown_time_zone: {
    meaning: 'The text is not the name of a time zone.',
    remedy: 'Send a name of the IANA database, such as `Europe/Berlin`.',
  },
  unknown_value: {
    meaning: 'The value is none of those that the field can have.',
    remedy: 'Send one of the values that the message names.',
  },
  wrong_email: {
    meaning: 'The text is not an email address.',
    remedy: 'Send an address such as `ada@example.com`.',
  },
  wrong_kind: {
    meaning: 'The id names a record of another kind.',
    remedy: 'Send an id with the prefix that the message names.',
  },
  wrong_length: {
    meaning: 'The text has too many or too few characters.',
    remedy: 'Send as many characters as the message names.',
  },
  wrong_pattern: {
    meaning: 'The text does not have the form of the field.',
    remedy: 'Send a text in the form that the message describes.',
  },
  wrong_type: {
    meaning: 'The value has the wrong JSON type.',
    remedy: 'Send the type that the message names.',
  },
  wrong_uri: {
    meaning: 'The text is not a link.',
    remedy: 'Send an absolute URL, or another link that the message names.',
  },
  wrong_url: {
    meaning: 'The text is not an absolute http or https URL.',
    remedy: 'Send a URL such as `https://example.com/`.',
  },
};
