import { hash } from 'node:crypto';
import { searchText } from '../../../shared/kernel/search-text.js';

interface Facts {
  name: string;
  email?: string | null;
  domain?: string | null;
  phoneNumber?: string | null;
  linkedinProfileUrl?: string | null;
}

/** The normalised facts that a person is found by. */
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
