import { isEmail } from '../../crm/index.js';
import { cleaned, DEFAULT_MAX_LENGTH, type FormField } from './form-parts.js';
import type { Answers } from './submission.entity.js';

/** What is wrong with the answer to a field, for the visitor to read. */
export interface AnswerFault {
  field: string;
  message: string;
}

/** What a browser sends: only texts, and nothing for an unticked checkbox. */
export type GivenAnswers = Readonly<Record<string, string | undefined>>;

const PHONE_NUMBER = /^\+[1-9]\d{5,14}$/;
const MAX_PROFILE_LENGTH = 2048;

/** All faults, or else the answers as they are stored, without those left empty. */
export function checkAnswers(
  fields: readonly FormField[],
  given: GivenAnswers,
): { faults: AnswerFault[]; answers: Answers } {
  const faults: AnswerFault[] = [];
  const answers: Answers = {};
  for (const field of fields) {
    const text = cleaned((Object.hasOwn(given, field.name) && given[field.name]) || '');
    const checked =
      text === ''
        ? { message: field.required ? MISSING[field.type] : undefined }
        : CHECKS[field.type](text, field);
    if (checked.message !== undefined) faults.push({ field: field.name, message: checked.message });
    else if ('answer' in checked) answers[field.name] = checked.answer;
  }
  return { faults, answers };
}

type Checked = { message: string } | { message?: undefined; answer: string | boolean };

const MISSING: Record<FormField['type'], string> = {
  email: 'Please enter your email address.',
  phone: 'Please enter your phone number.',
  linkedin: 'Please enter the address of your LinkedIn profile.',
  text: 'Please fill this in.',
  choice: 'Please choose one.',
  consent: 'Please tick this box.',
};

const CHECKS: Record<FormField['type'], (text: string, field: FormField) => Checked> = {
  email: (text) =>
    isEmail(text) ? { answer: text } : { message: 'Please enter an email address, such as ada@example.com.' },
  phone: (text) => {
    const number = text.replaceAll(/[\s().\u2010-\u2015/-]/g, '').replace(/^00/, '+');
    return PHONE_NUMBER.test(number)
      ? { answer: number }
      : { message: 'Please enter the number with its country code, such as +44 20 7946 0123.' };
  },
  linkedin: (text) => {
    const url = profileUrlOf(text);
    return url === undefined
      ? { message: 'Please enter the address of a profile, such as https://www.linkedin.com/in/ada.' }
      : { answer: url };
  },
  text: (text, { minLength = 0, maxLength = DEFAULT_MAX_LENGTH }) => {
    const length = Array.from(text).length;
    if (length < minLength) return { message: `Please write at least ${minLength} characters.` };
    if (length > maxLength)
      return { message: `Please write at most ${maxLength} characters; there are ${length}.` };
    return { answer: text };
  },
  choice: (text, { options }) =>
    options.some((option) => cleaned(option) === text)
      ? { answer: text }
      : { message: 'Please choose one of the options.' },
  consent: (text) => (/^(yes|on|true)$/i.test(text) ? { answer: true } : { message: MISSING.consent }),
};

export function profileUrlOf(text: string): string | undefined {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address) || text.length > MAX_PROFILE_LENGTH) return undefined;
  const { hostname, host, pathname, username, password, href } = new URL(address);
  const isPlain = host === hostname && username + password === '' && pathname.length > 1;
  return isPlain && /(^|\.)linkedin\.com$/.test(hostname) ? href : undefined;
}
