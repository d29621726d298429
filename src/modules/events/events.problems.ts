import { noSuch, type Problems } from '../../shared/kernel/errors.js';

export const eventProblems: Problems = {
  event_not_found: noSuch('event'),
  events_expired: {
    kinds: ['gone'],
    meaning: 'The events after `Last-Event-ID` are too old, and no longer kept.',
    remedy: 'Read the records that you follow again, then open the stream without `Last-Event-ID`.',
  },
  too_many_streams: {
    kinds: ['rate_limited'],
    meaning: 'The key has as many open streams as a key can have.',
    remedy: 'Close a stream, or follow several kinds of events with one stream.',
  },
};
