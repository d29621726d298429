import { Faults } from '../../../shared/fields/faults.js';
import { findUnstorable } from '../../../shared/fields/unstorable.js';
import { invalid } from '../../../shared/kernel/errors.js';
import type { GivenBatch, GivenEvent } from './visit-events.js';
import { MAX_BATCH_EVENTS, MAX_DATA_BYTES, MAX_ENGAGED_MS, MAX_LENGTH } from './visit-limits.js';

/** A batch of visit events as a browser sends it. */
export interface Batch extends GivenBatch {
  /** Issued with the page. */
  token: string;
  /** The visit's key, chosen by the browser. */
  visit: string;
}

interface Rule {
  allows: (value: unknown) => boolean;
  message: string;
}

const text = (max: number, pattern = /^/): Rule => ({
  allows: (value) => typeof value === 'string' && value.length <= max && pattern.test(value),
  message: `must be text of at most ${max} characters${pattern.source === '^' ? '' : ` matching ${pattern.source}`}`,
});

const integer = (min: number, max: number): Rule => ({
  allows: (value) => Number.isInteger(value) && (value as number) >= min && (value as number) <= max,
  message: `must be a whole number from ${min} to ${max}`,
});

/** Of any length: `eventsOf` cuts it. */
const ANY_TEXT: Rule = { allows: (value) => typeof value === 'string', message: 'must be text' };

const MOMENT = integer(0, 1e14);

const URL_RULE: Rule = {
  allows: (value) => typeof value === 'string' && value.length <= MAX_LENGTH.url && isWebUrl(value),
  message: `must be an http or https URL of at most ${MAX_LENGTH.url} characters`,
};

const DATA: Rule = {
  allows: (value) => Buffer.byteLength(JSON.stringify(value ?? null)) <= MAX_DATA_BYTES,
  message: `must have at most ${MAX_DATA_BYTES} bytes`,
};

type Rules = Readonly<Record<string, Rule>>;

const BATCH: Rules = {
  token: text(200),
  visit: text(32, /^[0-9a-f]{32}$/),
  sentAt: MOMENT,
  events: {
    allows: (value) => Array.isArray(value) && value.length > 0 && value.length <= MAX_BATCH_EVENTS,
    message: `must be a list of 1 to ${MAX_BATCH_EVENTS} events`,
  },
};

/** In addition to `type`, `id` and `at`, which all events have. */
const DETAILS: Readonly<Record<GivenEvent['type'], Rules>> = {
  view: {
    url: URL_RULE,
    referrer: text(MAX_LENGTH.url),
    width: integer(0, 100_000),
    language: text(MAX_LENGTH.language),
  },
  scroll: { depth: integer(0, 100) },
  click: { action: ANY_TEXT, label: ANY_TEXT },
  engaged: { ms: integer(1, MAX_ENGAGED_MS) },
  conversion: { name: text(MAX_LENGTH.name) },
  custom: { name: text(MAX_LENGTH.name), data: DATA },
  end: {},
};

const COMMON: Rules = { type: text(20), id: text(16, /^[0-9a-f]{16}$/), at: MOMENT };

/** Rejects a body that differs from the tracker's format. */
export function readBatch(body: unknown): Batch {
  const faults = new Faults('body');
  findUnstorable(body, faults);
  check(body, BATCH, [], faults);
  if (faults.found.length === 0)
    for (const [index, event] of (body as Batch).events.entries()) checkEvent(event, index, faults);
  if (faults.found.length > 0) throw invalid(faults.found);
  return body as Batch;
}

function checkEvent(event: unknown, index: number, faults: Faults): void {
  const path = ['events', String(index)];
  const { type } = (event ?? {}) as { type?: unknown };
  const details = typeof type === 'string' && Object.hasOwn(DETAILS, type) ? type : undefined;
  if (details) return check(event, { ...COMMON, ...DETAILS[details as GivenEvent['type']] }, path, faults);
  faults.add([...path, 'type'], 'not_allowed', `must be one of ${Object.keys(DETAILS).join(', ')}`);
}

function check(value: unknown, rules: Rules, path: readonly string[], faults: Faults): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return faults.add(path, 'wrong_type', 'must be an object');
  for (const [name, rule] of Object.entries(rules))
    if (!rule.allows((value as Record<string, unknown>)[name]))
      faults.add([...path, name], 'not_allowed', rule.message);
  for (const name of Object.keys(value)) if (!Object.hasOwn(rules, name)) faults.addUnknown([...path, name]);
}

function isWebUrl(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}
