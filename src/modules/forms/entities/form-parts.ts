/** The fields of a form as they are stored. The DTOs of requests and responses implement these types. */

export const FIELD_TYPES = ['email', 'phone', 'linkedin', 'text', 'choice', 'consent'] as const;

export type FieldType = (typeof FIELD_TYPES)[number];

export interface FormField {
  /** Unique within its form; the answer is stored under this name. */
  name: string;
  type: FieldType;
  label: string;
  required: boolean;
  /** The choices. */
  options: string[];
  /** For a `text`, in characters. */
  minLength?: number;
  maxLength?: number;
}

export const MAX_FIELDS = 30;
export const MAX_OPTIONS = 50;
export const LONGEST_TEXT = 10_000;
export const DEFAULT_MAX_LENGTH = LONGEST_TEXT;

/** The fields if no form is named. */
export const EMAIL_ALONE: readonly FormField[] = [
  { name: 'email', type: 'email', label: 'Email', required: true, options: [] },
];

/** Removes lone surrogates and control characters, which can't be stored or shown; line breaks stay. */
export function cleaned(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(/[\p{Cc}--[\n\t]]/gv, '')
    .trim();
}
