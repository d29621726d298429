import { isSample } from '../../../shared/kernel/example-ids.js';
import { DAY_MS, QUARTER_MS } from './time-buckets.js';

const value = (text: string): string =>
  `rtrim(left(btrim(regexp_replace(coalesce(${text}, ''), '[[:space:][:cntrl:]]+', ' ', 'g')), 200))`;

/**
 * SQL that adds stored sessions to the figures, or takes them away with a `sign` of −1; as `deltaOf` does it for one. The
 * samples are made without a computation, and do not count.
 */
export function deltasOfSessions(sign: 1 | -1, where: string): string {
  return `
    insert into analytics_delta (tenant_id, id, quarter, scopes, values, asked, visits, engaged_ms, bounces,
      conversions, questions)
    select tenant_id, gen_random_uuid(), floor(extract(epoch from session_started_at) * 1000 / ${QUARTER_MS}),
      array_remove(array[tenant_id, page_id, audience_id], null),
      jsonb_build_object('audience', coalesce(audience_id::text, ''), 'link', coalesce(page_link_id::text, ''),
        'source', ${value('utm_source')}, 'medium', ${value('utm_medium')}, 'campaign', ${value('utm_campaign')},
        'referrer', ${value('referrer')}, 'device', ${value('device')}),
      (select coalesce(jsonb_object_agg(question, times), '{}') from (
         select ${value(`lower(normalize(asked->>'label', nfc))`)} as question, ${sign} * count(*) as times
         from jsonb_array_elements(interactions) as asked
         where case when visit_rules is null then asked->>'responseText' <> '' else asked->>'componentContext' = 'question' end
         group by 1
       ) as questions),
      ${sign}, ${sign} * least(round(coalesce(time_spent_seconds, 0) * 1000), ${DAY_MS}), ${sign} * is_bounce::int,
      ${sign} * has_conversion::int, ${sign} * questions_asked_count
    from audience_session
    where computation_status = 'completed' and not (${isSample('id')}) and ${where}`;
}

/** Before the sessions of the sample page are deleted. */
export const removeSampleFigures = [deltasOfSessions(-1, `tenant_id = $1 and ${isSample('page_id')}`)];
