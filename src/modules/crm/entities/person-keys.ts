import { hash } from 'node:crypto';
import type { AnyColumnMap } from '../../../shared/database/records/column-map.js';
import { markOf, type IdentifierKind } from '../../../shared/database/records/personal.js';
import { searchText } from '../../../shared/kernel/texts/search-text.js';

/** The normalised facts that a person is found by. */
export interface PersonKeys {
  emailKey: string | null;
  linkedinKey: string | null;
  searchText: string;
}

/** What a fact says about the person: how it identifies the person, if it does. */
interface Fact {
  kind: IdentifierKind | undefined;
  value: string;
}

/** The keys follow from the marks of the columns. A query does not find profiles: most contain the same host. */
export function keysOf(map: AnyColumnMap, person: object): PersonKeys {
  const facts = factsOf(map, person);
  const of = (kind: IdentifierKind) => facts.find((fact) => fact.kind === kind)?.value;
  const [email, profile] = [of('email'), of('profile')];
  return {
    emailKey: email ? emailKeyOf(email) : null,
    linkedinKey: profile ? linkedinKeyOf(profile) : null,
    searchText: searchText(facts.filter(({ kind }) => kind !== 'profile').map(({ value }) => value)),
  };
}

/** The personal values of a person, without those that are absent. */
export function factsOf({ properties }: AnyColumnMap, person: object): Fact[] {
  const values = person as Readonly<Record<string, string | null | undefined>>;
  return Object.entries(properties).flatMap(([name, property]) => {
    const [mark, value] = [markOf(property), values[name]];
    return mark && typeof value === 'string' ? [{ kind: mark.identifies, value }] : [];
  });
}

/** Addresses that differ only in case are the same address. */
export function emailKeyOf(email: string): string {
  return email.normalize('NFC').toLowerCase();
}

/** A hash, because the text may be too long for an index. */
export function linkedinKeyOf(url: string): string {
  return hash('sha256', profileOf(url) || url, 'base64url');
}

/** Normalises the URL, because the same profile has many spellings. */
export function profileOf(url: string): string {
  return url
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/[?#].*$/s, '')
    .replace(/(?<!\/)\/+$/, '');
}
