import { type Device, deviceOf } from './devices.js';
import { MAX_EVENT_AGE_MS, MAX_LENGTH } from './visit-limits.js';

/**
 * The events of a visit as they are stored: with times by the service's clock, and nothing that identifies the visitor.
 */

interface Happened {
  /** Unique within its visit. */
  id: string;
  /** In milliseconds since 1970. */
  at: number;
}

export interface View extends Happened {
  type: 'view';
  /** Without its query. Null if the page has no URL any more. */
  pageUrl: string | null;
  utm: Utm;
  referrer: string | null;
  device: Device;
  language: string | null;
}

/** An event that the service observed itself. */
interface Witnessed extends Happened {
  /** The page on which the event happened. */
  pageUrl?: string | null;
}

export interface Question extends Witnessed {
  type: 'question';
  label: string;
  responseText: string;
  groundingChunkIds: string[];
}

export interface SentForm extends Witnessed {
  type: 'form';
  formSubmissionId: string;
  email: string | null;
  phone?: string | null;
  linkedinProfileUrl?: string | null;
}

export interface Click extends Happened {
  type: 'click';
  action: string;
  label: string;
}

export type VisitEvent =
  | View
  | Question
  | SentForm
  | (Happened & { type: 'scroll'; depth: number })
  | Click
  /** How long the page was visible and in use since the last report. */
  | (Happened & { type: 'engaged'; ms: number })
  | (Happened & { type: 'conversion'; name: string })
  | (Happened & { type: 'custom'; name: string; data: unknown })
  | (Happened & { type: 'end' });

const UTM_NAMES = ['source', 'medium', 'campaign', 'term', 'content'] as const;

export type Utm = Record<(typeof UTM_NAMES)[number], string | null>;

/** A view as the browser reports it. */
interface GivenView extends Happened {
  type: 'view';
  url: string;
  referrer: string;
  width: number;
  language: string;
}

export type GivenEvent = GivenView | Exclude<VisitEvent, View | Question | SentForm>;

export interface GivenBatch {
  /** By the browser's clock, like the times of its events. */
  sentAt: number;
  events: readonly GivenEvent[];
}

/**
 * The events of a batch that are stored. The browser's clock may be wrong: its time of sending is compared with ours.
 * No event is later than the time of receipt; events that are too old are dropped.
 */
export function eventsOf({ sentAt, events }: GivenBatch, receivedAt: number): VisitEvent[] {
  const skew = receivedAt - sentAt;
  return events
    .map((event) => ({ ...coarse(event), at: Math.min(event.at + skew, receivedAt) }))
    .filter(({ at }) => at >= receivedAt - MAX_EVENT_AGE_MS);
}

function coarse(event: GivenEvent): VisitEvent {
  if (event.type === 'click')
    return {
      ...event,
      action: cut(event.action, MAX_LENGTH.action),
      label: cut(event.label, MAX_LENGTH.label),
    };
  if (event.type !== 'view') return event;
  const { id, type, at, url, referrer, width, language } = event;
  const { origin, pathname, searchParams, hostname } = new URL(url);
  return {
    ...{ id, type, at, pageUrl: origin + pathname },
    utm: Object.fromEntries(
      UTM_NAMES.map((name) => [name, storable(searchParams.get(`utm_${name}`)).trim() || null]),
    ) as Utm,
    referrer: otherHost(referrer, hostname),
    device: deviceOf(width),
    language: language.split('-', 1)[0]!.toLowerCase() || null,
  };
}

/** The database can't store half of a surrogate pair. */
function cut(text: string, length: number): string {
  return text.slice(0, length).toWellFormed();
}

/** The database can't store NUL. */
function storable(text: string | null): string {
  return text?.replaceAll('\0', '') ?? '';
}

function otherHost(referrer: string, own: string): string | null {
  const host = URL.canParse(referrer) ? new URL(referrer).hostname : '';
  return host === '' || host === own ? null : host;
}
