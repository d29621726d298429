/** What a form asks for, as it is stored. The dtos of requests and answers implement these types. */

export const FIELD_TYPES = ['email', 'phone', 'linkedin', 'text', 'choice', 'consent'] as const;

export type FieldType = (typeof FIELD_TYPES)[number];

export interface FormField {
  /** Unique in its form; what was given for it is kept under this name. */
  name: string;
  type: FieldType;
  label: string;
  required: boolean;
  /** What can be chosen. */
  options: string[];
  /** Of a `text`, in characters. */
  minLength?: number;
  maxLength?: number;
}

export const MAX_FIELDS = 30;
export const MAX_OPTIONS = 50;
export const LONGEST_TEXT = 10_000;
export const DEFAULT_MAX_LENGTH = LONGEST_TEXT;

/** What is asked where no form is named. */
export const EMAIL_ALONE: readonly FormField[] = [
  { name: 'email', type: 'email', label: 'Email', required: true, options: [] },
];

/** Lone halves of characters and control characters can't be stored, or shown; lines stay. */
export function cleaned(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(/[\p{Cc}--[\n\t]]/gv, '')
    .trim();
}
