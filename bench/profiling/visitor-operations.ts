import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { PAGE, post } from '../setup/posts.ts';
import type { Target } from '../setup/servers.ts';

const SUBMIT = { actionId: 'talk', purpose: 'Talk', buttonTitle: 'Send', actionType: 'submit_form', url: '' };

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** One for each repetition of an operation. */
const PATHS = 8;

/** A form that arrives sooner after its page was made counts as spam. */
const FORM_MS = 1100;

/** What visitors do on the site. A page is opened, a form is sent, a visit becomes a session. */
export async function visitorOperations(
  foyer: Target,
  database: Client,
): Promise<Record<string, () => Promise<unknown>>> {
  const { siteUrl } = foyer;
  if (!siteUrl) throw new Error('Foyer serves no site.');
  const { pageId } = await post(foyer, '/v0/pages', { ...PAGE, actions: [SUBMIT] });
  const { audienceId } = await post(foyer, `/v0/pages/${pageId}/audiences`, {});
  const target = { targetType: 'audience', audienceId };
  for (let at = 0; at < PATHS; at++) await post(foyer, '/v0/page_links', { path: `/page/${at}`, target });
  await post(foyer, '/v0/page_links', { path: '/visited', target });
  const html = await (await fetch(`${siteUrl}/default/visited`)).text();
  const form = /<form[^>]* action="([^"]+)"/.exec(html)![1]!;
  const token = /data-token="([^"]+)"/.exec(html)![1]!;
  await wait(FORM_MS);
  let opened = 0;
  let sent = 0;
  return {
    'GET page of the site, not cached': () => assertOk(fetch(`${siteUrl}/default/page/${opened++}`)),
    'GET page of the site, cached': () => assertOk(fetch(`${siteUrl}/default/visited`)),
    'POST form': () => {
      const body = new URLSearchParams({ email: `visitor${sent++}@mail.example` });
      return assertOk(fetch(siteUrl + form, { method: 'POST', body, redirect: 'manual' }), 303);
    },
    'visit, until its session is computed': () => visit(siteUrl, token, database),
  };
}

async function visit(siteUrl: string, token: string, database: Client): Promise<void> {
  const key = randomBytes(16).toString('hex');
  const sentAt = Date.now();
  const event = (type: string, more: object = {}) => ({
    ...{ id: randomBytes(8).toString('hex'), at: sentAt, type },
    ...more,
  });
  const seen = { url: `${siteUrl}/default/visited`, referrer: '', width: 1200, language: 'en' };
  const events = [event('view', seen), event('end')];
  const headers = { 'content-type': 'application/json', 'user-agent': BROWSER };
  const body = JSON.stringify({ token, visit: key, sentAt, events });
  await assertOk(fetch(`${siteUrl}/_foyer/collect`, { method: 'POST', headers, body }), 202);
  // The session is computed a minute after the end of the visit.
  const minute = `interval '61 seconds'`;
  await database.query(
    `update visit_event set received_at = received_at - ${minute}, at = at - ${minute}
     where visit_id in (select id from visit where visit_key = $1)`,
    [key],
  );
  await database.query(`update visit set due_at = due_at - ${minute} where visit_key = $1`, [key]);
  const computed = `
    select from audience_session s join visit v on v.tenant_id = s.tenant_id and v.id = s.id
    where v.visit_key = $1 and s.computation_status = 'completed'`;
  while ((await database.query(computed, [key])).rowCount === 0) await wait(5);
}

async function assertOk(answering: Promise<Response>, status = 200): Promise<void> {
  const answer = await answering;
  const text = await answer.text();
  if (answer.status !== status) throw new Error(`${answer.url} was answered ${answer.status}: ${text}`);
}
