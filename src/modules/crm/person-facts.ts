import { hash } from 'node:crypto';

/** What is known of a person. */
export interface PersonFacts {
  name: string;
  email: string | null;
  domain: string | null;
  phoneNumber: string | null;
  linkedinProfileUrl: string | null;
}

/** What a person is found by. */
export interface PersonKeys {
  emailKey: string | null;
  linkedinKey: string | null;
  searchText: string;
}

export function keysOf(facts: PersonFacts): PersonKeys {
  const { name, email, domain, phoneNumber, linkedinProfileUrl } = facts;
  return {
    emailKey: email === null ? null : emailKeyOf(email),
    linkedinKey: linkedinProfileUrl === null ? null : linkedinKeyOf(linkedinProfileUrl),
    searchText: searchable(name, email, domain, phoneNumber),
  };
}

/** Addresses that differ in case alone are one address. */
export function emailKeyOf(email: string): string {
  return email.normalize('NFC').toLowerCase();
}

/** One profile is written in many ways; and a hash fits an index, however long the text is. */
export function linkedinKeyOf(url: string): string {
  const profile = url
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/[?#].*$/s, '')
    .replace(/\/+$/, '');
  return hash('sha256', profile || url, 'base64url');
}

/** What a search looks in. */
export function searchable(...texts: (string | null)[]): string {
  return texts
    .filter((text) => text !== null)
    .join('\n')
    .toLowerCase();
}
