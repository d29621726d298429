import { findBotMatch } from 'isbot';

/**
 * Why a visitor is taken for a bot. What bots do is stored and makes no session, until they send a form or ask a
 * question: then they are taken for people.
 */
export function botIn(userAgent: string | undefined): string | null {
  if (!userAgent) return 'no user agent';
  const match = findBotMatch(userAgent);
  return match === null ? null : `user agent: ${match}`;
}
