import { setTimeout as pause } from 'node:timers/promises';
import type { Instance } from '../support.js';

const POLL_MS = 50;

interface Member {
  instance: Instance;
  ready: boolean;
}

/** Sends requests in turn to those that say they are ready, and never sends one twice. */
export class Balancer {
  private members: Member[] = [];
  private turn = 0;
  private watching = true;

  /** Waits until it is ready. */
  async add(instance: Instance): Promise<void> {
    const member = { instance, ready: await isReady(instance) };
    this.members.push(member);
    void this.watch(member);
    while (!member.ready) await pause(POLL_MS);
  }

  remove(instance: Instance): void {
    this.members = this.members.filter((member) => member.instance !== instance);
  }

  close(): void {
    this.watching = false;
  }

  next(): Instance {
    const ready = this.members.filter((member) => member.ready);
    const chosen = ready[this.turn++ % ready.length];
    if (!chosen) throw new Error('no instance is ready');
    return chosen.instance;
  }

  private async watch(member: Member): Promise<void> {
    while (this.watching && this.members.includes(member)) {
      member.ready = await isReady(member.instance);
      await pause(POLL_MS);
    }
  }
}

function isReady(instance: Instance): Promise<boolean> {
  return instance.get('/health/ready').then(
    (response) => response.ok,
    () => false,
  );
}
