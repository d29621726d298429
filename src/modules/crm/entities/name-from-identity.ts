import { localPartOf } from './email-address.js';

const MAX_LENGTH = 255;

interface Identity {
  name?: string;
  email?: string;
  phoneNumber?: string;
  linkedinProfileUrl?: string;
}

/** Without a name: the local part of the email address, the phone number, or the end of the profile's URL. */
export function nameFrom({ name, email, phoneNumber, linkedinProfileUrl }: Identity): string {
  const known = name ?? (email && localPartOf(email)) ?? phoneNumber ?? lastPathSegment(linkedinProfileUrl!);
  return Array.from(known).slice(0, MAX_LENGTH).join('');
}

function lastPathSegment(url: string): string {
  const segments = url.split(/[?#]/, 1)[0]!.split('/');
  return segments.findLast((segment) => segment.trim() !== '') ?? url;
}
