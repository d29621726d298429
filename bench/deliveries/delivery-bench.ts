import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newUuid } from '../setup/built.ts';
import type { Cleanup } from '../setup/cleanup.ts';
import { post } from '../setup/posts.ts';
import { startServer, type Server } from '../setup/processes.ts';
import { startFoyer, type Surroundings, type Target } from '../setup/servers.ts';
import { cpuSecondsOf } from '../measuring/usage.ts';
import { Happenings } from './happenings.ts';
import type { Sending } from './sender.ts';

export const EVENTS = 1000;
export const SUBSCRIPTIONS = 5;
export const CALLS = EVENTS * SUBSCRIPTIONS;
/** The same number that the service opens to one host. */
const CONNECTIONS = 32;
const AT_ONCE = 16;

export interface Round {
  ms: number;
  /** CPU time of the sending process. */
  cpuMs: number;
}

/** All processes that take part. */
interface Cast {
  api: Target;
  worker: Target;
  receiver: Server;
  sender: Server;
  happenings: Happenings;
}

/** The service, a receiver, and a sender without any other work. */
export class DeliveryBench {
  readonly api: Target;
  private readonly worker: Target;
  private readonly receiver: Server;
  private readonly sender: Server;
  private readonly happenings: Happenings;

  private constructor({ api, worker, receiver, sender, happenings }: Cast) {
    this.api = api;
    this.worker = worker;
    this.receiver = receiver;
    this.sender = sender;
    this.happenings = happenings;
  }

  static async open(place: Surroundings, cleanup: Cleanup): Promise<DeliveryBench> {
    const started = async <Started extends Server>(starting: Promise<Started>): Promise<Started> => {
      const server = await starting;
      cleanup.add(() => server.stop());
      return server;
    };
    const receiver = await started(startProgram('receiver', place.tempDir));
    const sender = await started(startProgram('sender', place.tempDir));
    const api = await started(startFoyer({ ...place, env: { ROLE: 'api' } }));
    const worker = await started(
      startFoyer({
        ...place,
        env: { ROLE: 'worker', WEBHOOK_ALLOW_PRIVATE: '127.0.0.1' },
        logName: 'worker',
      }),
    );
    const happenings = await Happenings.open(place.databaseUrl);
    cleanup.add(() => happenings.close());
    for (let made = 0; made < SUBSCRIPTIONS; made++) {
      await post(api, '/v0/webhook_subscriptions', {
        url: receiver.url,
        events: ['topic.updated', 'person.created'],
      });
    }
    return new DeliveryBench({ api, worker, receiver, sender, happenings });
  }

  /** From the commit to the last arrival. */
  async delivered(): Promise<Round> {
    const cpu = await cpuSecondsOf(this.worker.pid);
    const arrived = this.arrived(CALLS);
    const happened = await this.happenings.happen(EVENTS);
    const ms = (await arrived) - happened;
    await this.happenings.settled();
    return { ms, cpuMs: ((await cpuSecondsOf(this.worker.pid)) - cpu) * 1000 };
  }

  /** The same bodies, from a process without any other work. */
  async sent(): Promise<Round> {
    const bodies = await this.happenings.bodies(EVENTS);
    const sending: Sending = {
      ...{ url: this.receiver.url, bodies, times: SUBSCRIPTIONS, connections: CONNECTIONS },
    };
    const cpu = await cpuSecondsOf(this.sender.pid);
    const arrived = this.arrived(CALLS);
    const begun = performance.timeOrigin + performance.now();
    await fetch(this.sender.url, { method: 'POST', body: JSON.stringify(sending) });
    const ms = (await arrived) - begun;
    return { ms, cpuMs: ((await cpuSecondsOf(this.sender.pid)) - cpu) * 1000 };
  }

  /** From the first request to the last arrival, while the service also handles requests. Events of persons do not queue. */
  async posted(): Promise<Round> {
    const cpu = await cpuSecondsOf(this.worker.pid);
    const arrived = this.arrived(CALLS);
    const begun = performance.timeOrigin + performance.now();
    let made = 0;
    const postOn = async () => {
      while (made++ < EVENTS) await post(this.api, '/v0/persons', { name: `Told ${newUuid()}` });
    };
    await Promise.all(Array.from({ length: AT_ONCE }, postOn));
    const ms = (await arrived) - begun;
    await this.happenings.settled();
    return { ms, cpuMs: ((await cpuSecondsOf(this.worker.pid)) - cpu) * 1000 };
  }

  /** From one event, just before its commit, to its arrival at the last subscription. */
  async single(): Promise<number> {
    // Excludes events of other causes.
    await this.happenings.settled();
    await this.arrived(0);
    const arrived = this.arrived(SUBSCRIPTIONS);
    const { personId } = await post(this.api, '/v0/persons', { name: `Told ${newUuid()}` });
    const ms = (await arrived) - (await this.happenings.momentOf(personId!));
    await this.happenings.settled();
    return ms;
  }

  private async arrived(count: number): Promise<number> {
    return Number(await (await fetch(`${this.receiver.url}/?count=${count}`)).text());
  }
}

function startProgram(name: 'receiver' | 'sender', tempDir: string): Promise<Server> {
  const args = [fileURLToPath(new URL(`${name}.ts`, import.meta.url))];
  return startServer({ name: `The ${name}`, args, env: {}, logFile: join(tempDir, `${name}.log`) });
}
