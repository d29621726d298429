import { isEmail } from '../../crm/index.js';
import { cleaned, DEFAULT_MAX_LENGTH, type FieldType, type FormField } from './form-parts.js';
import type { Answers } from './submission.entity.js';

/** What is wrong with the answer to a field. The site puts it into the words of the visitor. */
export interface AnswerFault extends Wrong {
  field: string;
}

interface Wrong {
  code:
    `${FieldType}_missing` | `wrong_${'email' | 'phone' | 'linkedin' | 'choice'}` | 'too_short' | 'too_long';
  values?: Readonly<Record<string, string | number>>;
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
    const checked = text === '' ? field.required && missing(field.type) : CHECKS[field.type](text, field);
    if (checked && 'code' in checked) faults.push({ field: field.name, ...checked });
    else if (checked) answers[field.name] = checked.answer;
  }
  return { faults, answers };
}

type Checked = Wrong | { answer: string | boolean };

const missing = (type: FieldType): Wrong => ({ code: `${type}_missing` });

const CHECKS: Record<FieldType, (text: string, field: FormField) => Checked> = {
  email: (text) =>
    isEmail(text) ? { answer: text } : { code: 'wrong_email', values: { example: 'ada@example.com' } },
  phone: (text) => {
    const number = text.replaceAll(/[\s().\u2010-\u2015/-]/g, '').replace(/^00/, '+');
    if (PHONE_NUMBER.test(number)) return { answer: number };
    return { code: 'wrong_phone', values: { example: '+44 20 7946 0123' } };
  },
  linkedin: (text) => {
    const url = profileUrlOf(text);
    if (url !== undefined) return { answer: url };
    return { code: 'wrong_linkedin', values: { example: 'https://www.linkedin.com/in/ada' } };
  },
  text: (text, { minLength = 0, maxLength = DEFAULT_MAX_LENGTH }): Checked => {
    const length = Array.from(text).length;
    if (length < minLength) return { code: 'too_short', values: { count: minLength } };
    if (length > maxLength) return { code: 'too_long', values: { count: maxLength, length } };
    return { answer: text };
  },
  choice: (text, { options }) =>
    options.some((option) => cleaned(option) === text) ? { answer: text } : { code: 'wrong_choice' },
  consent: (text) => (/^(yes|on|true)$/i.test(text) ? { answer: true } : missing('consent')),
};

export function profileUrlOf(text: string): string | undefined {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address) || text.length > MAX_PROFILE_LENGTH) return undefined;
  const { hostname, host, pathname, username, password, href } = new URL(address);
  const isPlain = host === hostname && username + password === '' && pathname.length > 1;
  return isPlain && /(^|\.)linkedin\.com$/.test(hostname) ? href : undefined;
}
