import { hash } from 'node:crypto';
import { companyDomainOfEmail } from './email-address.js';
import { searchText } from '../../shared/kernel/search-text.js';

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

type Given<Facts> = { [Name in keyof Facts]?: Facts[Name] | undefined };

/** Whoever has no domain is taken to be with the company that the address tells of. */
export function factsOf(given: Given<PersonFacts> & { name: string }): PersonFacts {
  const { name, email = null, phoneNumber = null, linkedinProfileUrl = null } = given;
  const domain = given.domain ?? (email === null ? null : companyDomainOfEmail(email));
  return { name, email, domain, phoneNumber, linkedinProfileUrl };
}

/** What is absent stays, and null clears. An address brings a domain, but never in the place of another. */
export function changedFacts(now: PersonFacts, change: Given<PersonFacts>): PersonFacts {
  const { name = now.name, email = now.email, phoneNumber = now.phoneNumber } = change;
  const { linkedinProfileUrl = now.linkedinProfileUrl } = change;
  const brought = change.email ? companyDomainOfEmail(change.email) : null;
  const domain = change.domain === undefined ? (now.domain ?? brought) : change.domain;
  return { name, email, domain, phoneNumber, linkedinProfileUrl };
}

export function keysOf({ name, email, domain, phoneNumber, linkedinProfileUrl }: PersonFacts): PersonKeys {
  return {
    emailKey: email === null ? null : emailKeyOf(email),
    linkedinKey: linkedinProfileUrl === null ? null : linkedinKeyOf(linkedinProfileUrl),
    searchText: searchText([name, email, domain, phoneNumber]),
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
    .replace(/(?<!\/)\/+$/, '');
  return hash('sha256', profile || url, 'base64url');
}
