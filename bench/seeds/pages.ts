import type { Client } from 'pg';
import { fill, LONG_LIST, NOW } from './fill.ts';

export interface SeededAudience {
  pageId: string;
  audienceId: string;
}

/** An audience on each of the first pages, for one person each. */
const ADDRESSED = 1000;

const ACTIONS = JSON.stringify(
  [1, 2, 3].map((place) => ({
    actionId: `action-${place}`,
    purpose: 'Book a demo',
    buttonTitle: 'See it live',
    actionType: 'open_url',
    url: 'https://example.com/demo',
  })),
);

const PAGE = {
  name: `'Page ' || n`,
  page_context: `'What page ' || n || ' is about, in a sentence or two.'`,
  page_type: `(array['inbound', 'outbound', 'custom'])[n % 3 + 1]`,
  brand_id: `'acme'`,
  actions: `'${ACTIONS}'::json`,
  action_card_widgets: `'[]'::jsonb`,
  footer_links: `'[]'::jsonb`,
  scripts: `'[]'::jsonb`,
  metadata: `'{"title": "A title", "description": "What search engines show"}'::jsonb`,
  status: `'published'`,
  audiences_made: '1',
  search_text: `'page ' || n`,
  ...NOW,
};

/** One audience for each person, each on its own page. */
export async function seedPages(
  client: Client,
  tenantId: string,
  persons: readonly string[],
): Promise<SeededAudience[]> {
  const pages = (await fill(client, tenantId, { table: 'page', count: LONG_LIST, columns: PAGE })).slice(
    0,
    ADDRESSED,
  );
  const audiences = await fill(client, tenantId, {
    table: 'audience',
    count: ADDRESSED,
    columns: {
      page_id: nth(pages),
      number: '1',
      person_id: nth(persons.slice(0, ADDRESSED)),
      supplementary_context: `'What is different for this one'`,
      versions_made: '3',
      places_given: '3',
      ...NOW,
    },
  });
  await fill(client, tenantId, {
    table: 'audience_version',
    count: ADDRESSED * 3,
    columns: {
      audience_id: `(array['${audiences.join("','")}']::uuid[])[(n - 1) / 3 + 1]`,
      version_number: '(n - 1) % 3 + 1',
      status: `(array['archived', 'published', 'cancelled'])[(n - 1) % 3 + 1]`,
      is_new_page_agent: 'n % 3 <> 1',
      content: `'{}'::jsonb`,
      published_at: 'now()',
      ...NOW,
    },
  });
  return audiences.map((audienceId, index) => ({ audienceId, pageId: pages[index]! }));
}

/** A page with many audiences, one of them with many versions and messages, and many visits. */
export async function seedLongPage(client: Client, tenantId: string): Promise<SeededAudience> {
  const [pageId = ''] = await fill(client, tenantId, { table: 'page', count: 1, columns: PAGE });
  const audiences = await fill(client, tenantId, {
    table: 'audience',
    count: LONG_LIST,
    columns: { page_id: `'${pageId}'::uuid`, number: 'n', versions_made: '1', places_given: '1', ...NOW },
  });
  const [audienceId = ''] = audiences;
  const version = { is_new_page_agent: 'true', ...NOW };
  await fill(client, tenantId, {
    table: 'audience_version',
    count: LONG_LIST,
    columns: { ...version, audience_id: nth(audiences), version_number: '1', status: `'published'` },
  });
  await fill(client, tenantId, {
    table: 'audience_version',
    count: LONG_LIST,
    columns: {
      ...version,
      audience_id: `'${audienceId}'::uuid`,
      version_number: 'n + 1',
      status: `'cancelled'`,
    },
  });
  await fill(client, tenantId, {
    table: 'audience_message',
    count: LONG_LIST,
    columns: {
      audience_id: `'${audienceId}'::uuid`,
      kind: `'note'`,
      text: `'Note ' || n`,
      created_at: 'now()',
    },
  });
  await fill(client, tenantId, {
    table: 'audience_session',
    count: LONG_LIST,
    columns: {
      page_id: `'${pageId}'::uuid`,
      audience_id: `'${audienceId}'::uuid`,
      analytics_session_id: `'visit-' || n`,
      computation_status: `'completed'`,
      has_conversion: 'n % 2 = 0',
      is_bounce: 'false',
      questions_asked_count: '0',
      total_clicks_count: 'n % 7',
      session_started_at: `now() - n * interval '1 minute'`,
      interactions: `'[]'::jsonb`,
      ...NOW,
    },
  });
  return { pageId, audienceId };
}

const nth = (ids: readonly string[]) => `(array['${ids.join("','")}']::uuid[])[n]`;
