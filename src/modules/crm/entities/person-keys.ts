import { hash } from 'node:crypto';
import { searchText } from '../../../shared/kernel/search-text.js';

interface Facts {
  name: string;
  email?: string | null;
  domain?: string | null;
  phoneNumber?: string | null;
  linkedinProfileUrl?: string | null;
}

/** What a person is found by: some of the facts, in the form in which they are compared. */
export interface PersonKeys {
  emailKey: string | null;
  linkedinKey: string | null;
  searchText: string;
}

export function keysOf({ name, email, domain, phoneNumber, linkedinProfileUrl }: Facts): PersonKeys {
  return {
    emailKey: email ? emailKeyOf(email) : null,
    linkedinKey: linkedinProfileUrl ? linkedinKeyOf(linkedinProfileUrl) : null,
    searchText: searchText([name, email, domain, phoneNumber]),
  };
}

/** Addresses that differ in case alone are one address. */
export function emailKeyOf(email: string): string {
  return email.normalize('NFC').toLowerCase();
}

/** A hash fits an index, however long the text is. */
export function linkedinKeyOf(url: string): string {
  return hash('sha256', profileOf(url) || url, 'base64url');
}

/** One profile is written in many ways. */
export function profileOf(url: string): string {
  return url
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/[?#].*$/s, '')
    .replace(/(?<!\/)\/+$/, '');
}
