import { randomBytes } from 'node:crypto';
import request, { type Test } from 'supertest';
import type { SessionView } from '../../src/modules/sessions/dto/sessions.dto.js';
import { FormVisitor } from '../site/form-visitor.js';
import { connections } from '../support/api/connections.js';
import { until } from '../support/until.js';

export const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

export const hex = (bytes: number) => randomBytes(bytes).toString('hex');

export type SentEvent = { type: string; at?: number; id?: string } & Record<string, unknown>;

/** A visit as the tracker in a browser tells of it. */
export interface Tab {
  token: string;
  visit: string;
  url: string;
}

/** Opens pages, and tells what happens there. */
export class TrackedVisitor extends FormVisitor {
  async tab(path: string): Promise<Tab> {
    const { text } = await this.open(`/home${path}`).expect(200);
    const [, token] = /data-token="([^"]+)"/.exec(text)!;
    return { token: token!, visit: hex(16), url: `${this.service.siteUrl}/home${path}` };
  }

  /** Each time from another address, where nothing else is said. */
  tell({ token, visit }: Tab, events: readonly SentEvent[], headers: Record<string, string> = {}): Test {
    const sentAt = Date.now();
    return this.post(
      { token, visit, sentAt, events: events.map((event) => completed(event, sentAt)) },
      headers,
    );
  }

  post(body: unknown, headers: Record<string, string> = {}): Test {
    return request(this.service.siteUrl)
      .post('/_foyer/collect')
      .agent(connections)
      .set({ 'user-agent': BROWSER, 'content-type': 'application/json', ...headers })
      .send(typeof body === 'string' ? body : JSON.stringify(body));
  }

  view({ url }: Tab, more: object = {}): SentEvent {
    return { type: 'view', url, referrer: '', width: 1200, language: 'en', ...more };
  }

  /** What is stored of a visit, if it is. */
  async stored({
    visit,
  }: Tab): Promise<{ id: string; bot: string | null; isDue: boolean; events: number }[]> {
    const { rows } = await this.service.pool.query(
      `select id, bot, due_at is not null as "isDue",
         (select count(*)::int from visit_event e where e.tenant_id = v.tenant_id and e.visit_id = v.id) as events
       from visit v where visit_key = $1 order by id`,
      [visit],
    );
    return rows;
  }

  /** As if so much time had gone by since whatever was told. */
  async letPass(tab: Tab, time: string): Promise<void> {
    const [visit] = await this.stored(tab);
    await this.service.pool.query(
      `update visit_event set received_at = received_at - $2::interval, at = at - $2::interval where visit_id = $1`,
      [visit!.id, time],
    );
    await this.service.pool.query(
      `update visit set computed_at = computed_at - $2::interval, due_at = coalesce(due_at, now()) - $2::interval where id = $1`,
      [visit!.id, time],
    );
  }

  async session(tab: Tab, status: string): Promise<SessionView> {
    const { rows } = await until(async () => {
      const found = await this.service.pool.query<{ name: string }>(
        `select s.analytics_session_id as name from audience_session s
         join visit v on v.tenant_id = s.tenant_id and v.id = s.id
         where visit_key = $1 and computation_status = $2`,
        [tab.visit, status],
      );
      return found.rows.length > 0 && found;
    });
    return this.read<SessionView>(`/v0/audience_sessions/${rows[0]!.name}`);
  }
}

function completed(event: SentEvent, at: number): SentEvent {
  return { id: hex(8), at, ...event };
}
