import { setTimeout as wait } from 'node:timers/promises';
import { post } from '../setup/posts.ts';
import type { Target } from '../setup/servers.ts';

const READERS = 3;
const WRITERS = 3;
const PUBLISHERS = 4;
const PAUSE_MS = 20;
const PUBLISH_PAUSE_MS = 100;
const TIMEOUT_MS = 30_000;

const PAGE = {
  ...{ name: 'Failover', pageContext: 'What it is about', pageType: 'inbound', brandId: 'acme' },
  ...{ actions: [], actionCardWidgets: [], scripts: [] },
};

/** States of a version that still needs a worker. */
export const UNDER_WAY = ['pending', 'queued', 'processing'];

/** Acknowledged writes, which must still exist. */
export interface Acknowledged {
  topicIds: string[];
  versionIds: string[];
  /** The highest number in the title of a topic, by its id. */
  titles: Map<string, number>;
}

export interface Phase {
  answered: number;
  /** Number of failed requests, by kind of failure. */
  failures: Map<string, number>;
  /** The longest time between two successful responses, in seconds. */
  readsDown: number;
  writesDown: number;
}

/** Readers, writers and publishers that continue until they are stopped, even if requests fail. */
export class FailoverLoad {
  readonly acknowledged: Acknowledged = { topicIds: [], versionIds: [], titles: new Map() };
  private readonly services: readonly Target[];
  private readonly loops: Promise<void>[] = [];
  private phase = newPhase();
  private latest = { reads: 0, writes: 0 };
  private turn = 0;
  private isOver = false;

  constructor(services: readonly Target[]) {
    this.services = services;
  }

  async start(): Promise<void> {
    const { pageId } = await post(this.services[0]!, '/v0/pages', PAGE);
    this.beginPhase();
    for (let count = 0; count < READERS; count++) this.repeat(() => this.read(), PAUSE_MS);
    for (let count = 0; count < WRITERS; count++) await this.startWriter();
    for (let count = 0; count < PUBLISHERS; count++) {
      const { audienceId } = await post(this.services[0]!, `/v0/pages/${pageId}/audiences`, {});
      this.startPublisher(`/v0/pages/${pageId}/audiences/${audienceId}/versions`);
    }
  }

  beginPhase(): void {
    this.phase = newPhase();
    this.latest = { reads: performance.now(), writes: performance.now() };
  }

  /** Figures since the beginning of the phase. */
  endPhase(): Phase {
    return this.phase;
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.loops);
  }

  private async startWriter(): Promise<void> {
    const { topicId } = await post(this.services[0]!, '/v0/topics', { title: '0' });
    let number = 0;
    this.repeat(async () => {
      await this.create();
      const title = ++number;
      if (await this.send('writes', 'PATCH', `/v0/topics/${topicId}`, { title: String(title) }))
        this.acknowledged.titles.set(topicId!, title);
    }, PAUSE_MS);
  }

  private async read(): Promise<void> {
    await this.send('reads', 'GET', '/v0/topics?limit=5');
  }

  private async create(): Promise<void> {
    const made = await this.send('writes', 'POST', '/v0/topics', { title: 'Made' });
    if (made) this.acknowledged.topicIds.push(made['topicId']!);
  }

  /** Requests the next version when the last one is done, so that each version waits only for the service. */
  private startPublisher(path: string): void {
    let unpublished: string | undefined;
    this.repeat(async () => {
      if (unpublished) {
        const version = await this.send('reads', 'GET', `${path}/${unpublished}`);
        if (version && !UNDER_WAY.includes(version['status']!)) unpublished = undefined;
      } else {
        unpublished = (await this.send('writes', 'POST', path, {}))?.['versionId'];
        if (unpublished) this.acknowledged.versionIds.push(unpublished);
      }
    }, PUBLISH_PAUSE_MS);
  }

  private repeat(act: () => Promise<void>, pauseMs: number): void {
    const loop = async () => {
      while (!this.isOver) {
        await act();
        await wait(pauseMs);
      }
    };
    this.loops.push(loop());
  }

  private async send(
    kind: 'reads' | 'writes',
    method: string,
    path: string,
    body?: object,
  ): Promise<Record<string, string> | undefined> {
    const { url, headers } = this.services[this.turn++ % this.services.length]!;
    try {
      const answer = await fetch(url + path, {
        method,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const told = (await answer.json()) as Record<string, string>;
      if (!answer.ok) this.fail(`${answer.status} ${told['code']}`);
      else this.succeed(kind);
      return answer.ok ? told : undefined;
    } catch (error) {
      const { name, cause } = error as Error & { cause?: { code?: string } };
      this.fail(cause?.code ?? name);
      return undefined;
    }
  }

  private succeed(kind: 'reads' | 'writes'): void {
    const now = performance.now();
    const seconds = (now - this.latest[kind]) / 1000;
    this.latest[kind] = now;
    this.phase.answered++;
    this.phase[`${kind}Down`] = Math.max(this.phase[`${kind}Down`], seconds);
  }

  private fail(how: string): void {
    this.phase.failures.set(how, (this.phase.failures.get(how) ?? 0) + 1);
  }
}

function newPhase(): Phase {
  return { answered: 0, failures: new Map(), readsDown: 0, writesDown: 0 };
}
