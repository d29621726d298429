import { companyDomainOf } from '../../../shared/kernel/texts/domain-name.js';
import { FREE_MAIL } from './free-mail.js';

export const MAX_EMAIL_LENGTH = 320;
const LOCAL_PART = /^[^\s\p{Cc}"(),:;<>@[\\\]]{1,64}$/u;

/** Checks the syntax only. Whether the address receives mail is not checked. */
export function isEmail(text: string): boolean {
  if (text.length > MAX_EMAIL_LENGTH) return false;
  const { local, host } = partsOf(text);
  if (!LOCAL_PART.test(local) || /^\.|\.\.|\.$/.test(local)) return false;
  return /^[^\s/?#\\:]+$/.test(host) && !!companyDomainOf(host)?.includes('.');
}

export function localPartOf(email: string): string {
  return partsOf(email).local;
}

/** The domain of the company that the address belongs to; null for a free mail provider. */
export function companyDomainOfEmail(email: string | null | undefined): string | null {
  if (!email) return null;
  const domain = companyDomainOf(partsOf(email).host);
  return domain === undefined || FREE_MAIL.has(domain) ? null : domain;
}

function partsOf(email: string): { local: string; host: string } {
  const at = email.lastIndexOf('@');
  return { local: email.slice(0, Math.max(at, 0)), host: email.slice(at + 1) };
}
