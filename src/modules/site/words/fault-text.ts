import { filled, type Values } from './filled.js';
import type { SiteWords } from './site-words.js';
import type { Words } from './words.js';

/** What is wrong with a form; with none of its fields if `field` is empty. */
export interface FormFault {
  field: string;
  code: keyof Words['faults'];
  values?: Values;
}

export function faultText({ code, values = {} }: FormFault, { faults, language }: SiteWords): string {
  return filled(faults[code], values, language);
}
