import { profileUrlOf } from '../entities/check-answers.js';
import { cleaned } from '../entities/form-parts.js';

/** What the operator's service reports about the sender of a form. */
export interface EnricherAnswer {
  name?: string;
  company?: string;
  profile?: string;
}

const MAX_LENGTH = 255;

const READERS: { [Name in keyof Required<EnricherAnswer>]: (text: string) => string | undefined } = {
  name: shortText,
  company: shortText,
  profile: profileUrlOf,
};

type Read = { found: EnricherAnswer; fault?: undefined } | { found?: undefined; fault: string };

/** Null, an empty text and an absent field are equivalent; other fields are ignored. */
export function enricherAnswer(text = ''): Read {
  const answer = objectIn(text);
  if (!answer) return { fault: 'The response is not a JSON object, or is too long.' };
  const found: EnricherAnswer = {};
  for (const name of Object.keys(READERS) as (keyof EnricherAnswer)[]) {
    const given = answer[name] ?? '';
    const told = typeof given === 'string' ? cleaned(given) : undefined;
    if (told === '') continue;
    const value = told && READERS[name](told);
    if (value === undefined) return { fault: `The response has an invalid \`${name}\`.` };
    found[name] = value;
  }
  return { found };
}

function shortText(text: string): string | undefined {
  const line = text.replaceAll(/\s+/g, ' ');
  return Array.from(line).length <= MAX_LENGTH ? line : undefined;
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
