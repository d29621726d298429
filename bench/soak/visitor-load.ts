import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { PAGE, post } from '../setup/posts.ts';
import type { Target } from '../setup/servers.ts';

const SUBMIT = { actionId: 'talk', purpose: 'Talk', buttonTitle: 'Send', actionType: 'submit_form', url: '' };
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** More than one, because each form and each question box has a rate limit. */
const LINKS = 20;
const PAUSE_MS = { visit: 50, form: 250, question: 250, chart: 200, export: 2000 };
const TIMEOUT_MS = 30_000;
/** How often a visitor sends a form again that was not answered. */
const TRIES = 20;
/** A visit that is due for longer is stuck. */
const STUCK = `interval '90 seconds'`;

const EXPORTS = [
  ...['/v0/exports/visit_events', '/v0/exports/audience_sessions', '/v0/form_submissions/export'],
];

interface OpenPage {
  form: string;
  question: string;
  token: string;
}

export interface VisitorLosses {
  events: number;
  forms: number;
  doubledForms: number;
  questions: number;
  stuckVisits: number;
}

/**
 * Visitors who open pages, send forms, ask questions, and look at charts, and programs that export, until they are
 * stopped. Each request goes to another service. A visitor sends a form again if there is no answer.
 */
export class VisitorLoad {
  private readonly services: readonly Target[];
  private readonly loops: Promise<void>[] = [];
  private readonly events: string[] = [];
  private readonly emails: string[] = [];
  private pages: OpenPage[] = [];
  private questions = 0;
  private turn = 0;
  private visitors = 0;
  private isOver = false;
  answered = 0;
  /** Requests without an answer or with an unexpected one, by what came instead. */
  readonly failures = new Map<string, number>();

  constructor(services: readonly Target[]) {
    this.services = services;
  }

  async start(): Promise<void> {
    const [api] = this.services as [Target];
    const { pageId } = await post(api, '/v0/pages', { ...PAGE, actions: [SUBMIT] });
    const { audienceId } = await post(api, `/v0/pages/${pageId}/audiences`, {});
    const { topicId } = await post(api, '/v0/topics', { title: 'Plans' });
    const content = { type: 'text', content: 'Plan 7 costs 17 a month. It is for teams.' };
    await post(api, `/v0/topics/${topicId}/entries`, { content });
    const target = { targetType: 'audience', audienceId };
    for (let at = 0; at < LINKS; at++) await post(api, '/v0/page_links', { path: `/soak/${at}`, target });
    this.pages = await Promise.all(Array.from({ length: LINKS }, (_, at) => openPage(api, at)));
    const figures = await fetch(`${api.url}/v0/pages/${pageId}/analytics?breakdown=device`, api);
    const { chartUrl } = (await figures.json()) as { chartUrl: string };
    this.repeat('visit', () => this.visit());
    this.repeat('form', () => this.sendForm());
    this.repeat('question', () => this.ask());
    this.repeat('chart', () => this.send(({ url }) => url + chartUrl, {}, 200));
    let exported = 0;
    this.repeat('export', async () => {
      const path = EXPORTS[exported++ % EXPORTS.length]!;
      await this.send(({ url }) => url + path, { headers: api.headers }, 200);
    });
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.loops);
  }

  /** Compares what was acknowledged to the data. */
  async losses(databaseUrl: string): Promise<VisitorLosses> {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      const count = async (sql: string, values: unknown[] = []) =>
        Number((await client.query<{ count: string }>(sql, values)).rows[0]!.count);
      const stored = await count(`select count(*) from visit_event where id = any ($1)`, [this.events]);
      const { rows } = await client.query<{ text: string }>(
        'select answers::text as text from form_submission',
      );
      const sent = new Map<string, number>();
      for (const { text } of rows) {
        const email = /soak\d+@mail\.example/.exec(text)?.[0];
        if (email) sent.set(email, (sent.get(email) ?? 0) + 1);
      }
      const asked = await count('select coalesce(sum(asked_count), 0) as count from asked_question');
      return {
        events: this.events.length - stored,
        forms: this.emails.filter((email) => !sent.has(email)).length,
        doubledForms: [...sent.values()].filter((times) => times > 1).length,
        questions: Math.max(0, this.questions - asked),
        stuckVisits: await count(`select count(*) from visit where due_at < now() - ${STUCK}`),
      };
    } finally {
      await client.end();
    }
  }

  get acknowledged(): string {
    return `${this.events.length} events, ${this.emails.length} forms and ${this.questions} questions`;
  }

  private async visit(): Promise<void> {
    const at = this.turn % LINKS;
    await this.send(({ siteUrl }) => `${siteUrl}/default/soak/${at}`, {}, 200);
    const visit = randomBytes(16).toString('hex');
    const seen = { url: `https://www.acme.example/soak/${at}`, referrer: '', width: 1200, language: 'en' };
    const batches = [
      [{ type: 'view', ...seen }],
      [{ type: 'click', action: 'talk', label: 'Talk' }, { type: 'end' }],
    ];
    for (const batch of batches) {
      const sentAt = Date.now();
      const events = batch.map((event) => ({ id: randomBytes(8).toString('hex'), at: sentAt, ...event }));
      const body = JSON.stringify({ token: this.pages[at]!.token, visit, sentAt, events });
      const headers = { 'content-type': 'application/json', 'user-agent': BROWSER };
      const to = ({ siteUrl }: Target) => `${siteUrl}/_foyer/collect`;
      if (await this.send(to, { method: 'POST', headers, body }, 202))
        this.events.push(...events.map(({ id }) => id));
    }
  }

  private async sendForm(): Promise<void> {
    const { form } = this.pages[this.turn % LINKS]!;
    const email = `soak${this.visitors}@mail.example`;
    const body = new URLSearchParams({ email, _visit: randomBytes(16).toString('hex'), _ms: '5000' });
    const headers = this.nextAddress();
    const request = { method: 'POST', body, headers, redirect: 'manual' } as const;
    for (let tries = 0; tries < TRIES; tries++)
      if (await this.send(({ siteUrl }) => siteUrl + form, request, 303)) {
        this.emails.push(email);
        return;
      }
  }

  private async ask(): Promise<void> {
    const { question } = this.pages[this.turn % LINKS]!;
    const body = new URLSearchParams({ question: 'What does plan 7 cost?' });
    const request = { method: 'POST', body, headers: this.nextAddress() };
    if (await this.send(({ siteUrl }) => siteUrl + question, request, 200)) this.questions++;
  }

  private nextAddress(): Record<string, string> {
    const number = ++this.visitors;
    return { 'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}` };
  }

  /** Reads the whole answer, and returns whether it has this status. */
  private async send(
    to: (service: Target) => string,
    { headers = {}, ...request }: RequestInit & { headers?: Record<string, string> },
    status: number,
  ): Promise<boolean> {
    const service = this.services[this.turn++ % this.services.length]!;
    try {
      const answer = await fetch(to(service), {
        headers: { ...this.nextAddress(), ...headers },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...request,
      });
      await answer.text();
      if (answer.status === status) return ++this.answered > 0;
      this.fail(String(answer.status));
    } catch (error) {
      const { name, cause } = error as Error & { cause?: { code?: string } };
      this.fail(cause?.code ?? name);
    }
    return false;
  }

  private fail(how: string): void {
    this.failures.set(how, (this.failures.get(how) ?? 0) + 1);
  }

  private repeat(kind: keyof typeof PAUSE_MS, act: () => Promise<unknown>): void {
    const loop = async () => {
      while (!this.isOver) {
        await act();
        await wait(PAUSE_MS[kind]);
      }
    };
    this.loops.push(loop());
  }
}

async function openPage({ siteUrl }: Target, at: number): Promise<OpenPage> {
  const html = await (await fetch(`${siteUrl}/default/soak/${at}`)).text();
  const find = (pattern: RegExp) => pattern.exec(html)![1]!;
  return {
    form: find(/action="(\/_foyer\/forms\/[^"]+)"/),
    question: find(/action="(\/_foyer\/questions\/[^"]+)"/),
    token: find(/data-token="([^"]+)"/),
  };
}
