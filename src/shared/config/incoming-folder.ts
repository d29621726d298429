import { resolve } from 'node:path';
import type { Settings } from './settings.js';

/** Where files arrive on this machine. What a killed process has left there is removed within hours. */
export function incomingFolder({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>): string {
  return resolve(DATA_DIR, 'files', 'incoming');
}
