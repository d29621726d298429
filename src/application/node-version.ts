import { BadSettings } from '../shared/config/settings.js';

const LEAST_NODE = 24;

/** An older Node would start, and then fail at the first missing feature. */
export function assertNodeIsNewEnough(): void {
  const { node } = process.versions;
  if (Number.parseInt(node, 10) >= LEAST_NODE) return;
  throw new BadSettings(`Foyer runs on Node ${LEAST_NODE} or newer; this is Node ${node}.`);
}
