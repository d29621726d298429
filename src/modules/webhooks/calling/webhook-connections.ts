import { isIP } from 'node:net';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Agent, buildConnector } from 'undici';
import { CallFailure, connectFailure } from './call-faults.js';
import { CallLimits } from './call-limits.js';
import { receiverPool } from './receiver-client.js';
import { WebhookAddresses } from './webhook-addresses.js';

/**
 * Connections to receivers, kept open for the next call. Every call under way has one of its own: many receivers
 * share a host, and those that hang must not hold up the others. How many calls there are is for the lanes to bound.
 * Their agent is replaced when it is old, or when too many of its connections wait idle; the one that is replaced
 * ends its calls and closes.
 */
@Injectable()
export class WebhookConnections implements OnApplicationShutdown {
  private readonly agents = new Set<Agent>();
  private readonly connect: buildConnector.connector;
  private agent: Agent;
  private openedAt = 0;
  private connected = 0;

  constructor(
    private readonly addresses: WebhookAddresses,
    private readonly limits: CallLimits,
  ) {
    this.connect = buildConnector({
      timeout: limits.connectMs,
      allowH2: false,
      rejectUnauthorized: true,
      autoSelectFamily: true,
      lookup: addresses.lookup,
    });
    this.agent = this.open();
  }

  /** The agent for one more call beside so many that are under way. */
  forCall(underWay: number): Agent {
    const { connectionAgeMs, idleConnections } = this.limits;
    const isOld = performance.now() - this.openedAt > connectionAgeMs;
    if (isOld || this.connected - underWay > idleConnections) this.replace();
    return this.agent;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.agents].map((agent) => agent.destroy()));
  }

  private replace(): void {
    const old = this.agent;
    this.agent = this.open();
    const forget = () => this.agents.delete(old);
    old.close().then(forget, forget);
  }

  private open(): Agent {
    const { idleMs, answerBytes } = this.limits;
    const agent = new Agent({
      factory: receiverPool,
      connect: this.guarded,
      pipelining: 1,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      // Never reached: for each field beyond it undici makes an error, which keeps the process busy. The call
      // bounds what it hears by itself, and one read on top of that is less than as much again.
      maxHeaderSize: 2 * answerBytes,
      // The call has its own clock, which goes on over all of these.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    agent.on('connect', () => this.agent === agent && this.connected++);
    agent.on('disconnect', () => this.agent === agent && this.connected--);
    this.agents.add(agent);
    this.openedAt = performance.now();
    this.connected = 0;
    return agent;
  }

  /** A socket asks for no address where the host is one, so that is judged here. */
  private readonly guarded: buildConnector.connector = (target, callback) => {
    const answer: buildConnector.Callback = (error, socket) =>
      error ? callback(connectFailure(error, target.protocol), null) : callback(null, socket);
    if (isIP(target.hostname) === 0 || this.addresses.permits(target.hostname)) this.connect(target, answer);
    else process.nextTick(answer, new CallFailure('address_refused'), null);
  };
}
