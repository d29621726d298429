import type { SiteLanguage } from './site-languages.js';
import type { Counted } from './words.js';

/** Seconds, minutes or hours from now. */
export interface Wait {
  after: number;
  unit: 'second' | 'minute' | 'hour';
}

/** The values of placeholders. `count` decides the plural. */
export type Values = Readonly<Record<string, string | number | Wait>>;

/** Replaces the placeholders of a text. Numbers and times are written as in its language. */
export function filled(text: string | Counted, values: Values, language: SiteLanguage): string {
  return pluralOf(text, values.count, language).replaceAll(/\{(\w+)\}/g, (placeholder, name: string) =>
    values[name] === undefined ? placeholder : written(values[name], language),
  );
}

function pluralOf(text: string | Counted, count: Values[string] | undefined, language: SiteLanguage): string {
  if (typeof text === 'string') return text;
  const form = new Intl.PluralRules(language).select(Number(count));
  return text[form] ?? text.other;
}

function written(value: Values[string], language: SiteLanguage): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return new Intl.NumberFormat(language).format(value);
  return new Intl.RelativeTimeFormat(language).format(value.after, value.unit);
}
