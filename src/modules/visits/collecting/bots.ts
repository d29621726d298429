import { findBotMatch } from 'isbot';

/**
 * Why a visitor is classified as a bot. Events of bots are stored but create no session, until the bot submits a form
 * or asks a question: then it counts as a person.
 */
export function botIn(userAgent: string | undefined): string | null {
  if (!userAgent) return 'no user agent';
  const match = findBotMatch(userAgent);
  return match === null ? null : `user agent: ${match}`;
}
