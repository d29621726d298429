import type { IncomingHttpHeaders } from 'node:http';
import type { Settings } from '../../../shared/config/settings.js';

/**
 * Nothing is counted of a visitor whose browser sends Do Not Track or Global Privacy Control. Forms and questions are:
 * they are sent on purpose. The tracker asks the browser for the same, and then sends nothing.
 */
export function isNotTracked(headers: IncomingHttpHeaders, { RESPECT_DO_NOT_TRACK }: Settings): boolean {
  return RESPECT_DO_NOT_TRACK && (headers.dnt === '1' || headers['sec-gpc'] === '1');
}
