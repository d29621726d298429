import type { en } from './en.js';

/** The forms of a text by the plural of the number `{count}`. */
export type Counted = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

type Translated<English> = English extends string
  ? string
  : English extends { other: string }
    ? Counted
    : { readonly [Key in keyof English]: Translated<English[Key]> };

/** What the site itself says to visitors. `{…}` are placeholders. */
export type Words = Translated<typeof en>;
