import type { IncomingHttpHeaders } from 'node:http';
import type { Settings } from '../../../shared/config/settings.js';

/**
 * Visits are not counted if the browser sends Do Not Track or Global Privacy Control. Forms and questions are, because
 * visitors send them on purpose. The tracker checks the same browser settings, and then sends nothing.
 */
export function isNotTracked(headers: IncomingHttpHeaders, { RESPECT_DO_NOT_TRACK }: Settings): boolean {
  return RESPECT_DO_NOT_TRACK && (headers.dnt === '1' || headers['sec-gpc'] === '1');
}
