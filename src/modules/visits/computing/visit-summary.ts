import { PreparedRead } from '../../../shared/database/records/prepared-reads.js';
import { DAY_MS } from '../../../shared/kernel/durations.js';
import type { Click, Question, SentForm, View } from '../collecting/visit-events.js';
import { MAX_INTERACTION_BYTES, MAX_VISIT_EVENTS } from '../collecting/visit-limits.js';

/** Events later than this after the start do not count. */
const MAX_DURATION_MS = DAY_MS;

/** What an interaction of a session needs in addition to the details of its event, at most. */
const INTERACTION_BYTES = 170;

/** The details of an event without those that had no room when it arrived. */
type Details<Event> = Partial<Omit<Event, 'id' | 'type' | 'at'>>;

export type Interaction = Omit<Click, 'id'> | Omit<Question, 'id'>;

/** What the rules need to know of a visit's events. Times are in milliseconds since 1970. */
export interface VisitSummary {
  /** At most one more than `MAX_VISIT_EVENTS`. */
  events: number;
  firstReceivedAt: number;
  /** Of all events, however many there are: it tells whether there is news. */
  lastReceivedAt: number;
  /** Of all events, whether they count or not. */
  latestAt: number;
  lastEndAt: number | null;
  startedAt: number;
  /** From here on, of the events that count. */
  endedAt: number;
  engagedMs: number;
  maxScrollDepth: number | null;
  views: number;
  clicks: number;
  questions: number;
  forms: number;
  conversions: number;
  firstView: Details<View> | null;
  firstForm: Details<SentForm> | null;
  /** Told by the service, as no view is reported without JavaScript. */
  observedUrl: string | null;
  /** In order, as many as fit into a session. */
  interactions: readonly Interaction[];
  interactionsLeftOut: number;
}

const inMs = (column: string) => `round(extract(epoch from ${column}) * 1000)::float8`;
const IN_ORDER = `order by at, id collate "C"`;
const firstDetails = (types: string) =>
  `(select details from counted where type in (${types}) ${IN_ORDER} limit 1)`;
const countOf = (type: string) => `(count(*) filter (where type = '${type}'))::int`;

/**
 * The database sums up a visit, so that its size costs the process nothing. Engaged time is reported when it is over,
 * so it began earlier: without a view, it determines the start. No row if there are no events.
 */
export const visitSummary = new PreparedRead<VisitSummary>(
  'visit.summary',
  `with event as (
     select id, type, details, ${inMs('at')} as at, ${inMs('received_at')} as received_at,
       case type when 'engaged' then (details->>'ms')::float8 end as ms
     from visit_event where tenant_id = $1 and visit_id = $2 limit ${MAX_VISIT_EVENTS + 1}
   ), whole as (
     select count(*)::int as events, min(received_at) as "firstReceivedAt", (
         select ${inMs('max(received_at)')} from visit_event where tenant_id = $1 and visit_id = $2
       ) as "lastReceivedAt",
       max(at) as "latestAt", max(at) filter (where type = 'end') as "lastEndAt",
       case when bool_or(type = 'view') then min(at) else least(min(at), min(at - ms)) end as "startedAt"
     from event having count(*) > 0
   ), counted as (
     select event.* from event, whole where at <= "startedAt" + ${MAX_DURATION_MS}
   ), figures as (
     select max(at) as "endedAt", coalesce(sum(ms), 0) as "engagedMs",
       max(case type when 'scroll' then (details->>'depth')::int end) as "maxScrollDepth",
       ${countOf('view')} as views, ${countOf('click')} as clicks, ${countOf('question')} as questions,
       ${countOf('form')} as forms, ${countOf('conversion')} as conversions
     from counted
   ), sized as (
     select type, at, id, details,
       sum(octet_length(details::text) + ${INTERACTION_BYTES}) over (${IN_ORDER}) <= ${MAX_INTERACTION_BYTES} as fits
     from counted where type in ('click', 'question') and details::text <> '{}'
   ), interactions as (
     select coalesce(
         jsonb_agg(details::jsonb || jsonb_build_object('type', type, 'at', at) ${IN_ORDER}) filter (where fits), '[]'
       ) as interactions,
       (count(*) filter (where not fits))::int as "interactionsLeftOut"
     from sized
   )
   select *, ${firstDetails(`'view'`)} as "firstView",
     ${firstDetails(`'form'`)} as "firstForm",
     ${firstDetails(`'form', 'question'`)}->>'pageUrl' as "observedUrl"
   from whole, figures, interactions`,
);
