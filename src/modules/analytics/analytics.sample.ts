import { isSample } from '../../shared/kernel/example-ids.js';
import { DAY_MS } from '../../shared/kernel/durations.js';
import { QUARTER_MS } from './figures/time-buckets.js';

const value = (text: string): string =>
  `rtrim(left(btrim(regexp_replace(coalesce(${text}, ''), '[[:space:][:cntrl:]]+', ' ', 'g')), 200))`;

/**
 * SQL that subtracts the sessions of the sample page from the figures before they are deleted, like `deltaOf` for one
 * session. The sample records are created without a computation, and do not count.
 */
export const removeSampleFigures = [
  `insert into analytics_delta (tenant_id, id, quarter, scopes, values, asked, visits, engaged_ms, bounces,
     conversions, questions)
   select tenant_id, gen_random_uuid(), floor(extract(epoch from session_started_at) * 1000 / ${QUARTER_MS}),
     array_remove(array[tenant_id, page_id, audience_id], null),
     jsonb_build_object('audience', coalesce(audience_id::text, ''), 'link', coalesce(page_link_id::text, ''),
       'source', ${value('utm_source')}, 'medium', ${value('utm_medium')}, 'campaign', ${value('utm_campaign')},
       'referrer', ${value('referrer')}, 'device', ${value('device')}),
     (select coalesce(jsonb_object_agg(question, times), '{}') from (
        select ${value(`lower(normalize(asked->>'label', nfc))`)} as question, -count(*) as times
        from jsonb_array_elements(interactions) as asked
        where case when visit_rules is null then asked->>'responseText' <> '' else asked->>'componentContext' = 'question' end
        group by 1
      ) as questions),
     -1, -least(round(coalesce(time_spent_seconds, 0) * 1000), ${DAY_MS}), -is_bounce::int, -has_conversion::int,
     -questions_asked_count
   from audience_session
   where tenant_id = $1 and computation_status = 'completed' and ${isSample('page_id')} and not (${isSample('id')})`,
];
