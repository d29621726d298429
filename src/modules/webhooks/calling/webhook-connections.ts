import { isIP } from 'node:net';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Agent, buildConnector } from 'undici';
import { CallFailure, connectFailure } from './call-faults.js';
import { CallLimits } from './call-limits.js';
import { receiverPool } from './receiver-client.js';
import { WebhookAddresses } from './webhook-addresses.js';

/**
 * Connections to receivers, kept open for the next call. Every call has its own connection: many receivers share a
 * host, and those that hang must not delay the others. (The lanes limit the number of calls.) The agent is replaced
 * when it is old, or when too many of its connections are idle. The old agent finishes its calls and closes.
 */
@Injectable()
export class WebhookConnections implements OnApplicationShutdown {
  private readonly agents = new Set<Agent>();
  private readonly connect: buildConnector.connector;
  private agent: Agent;
  private openedAt = 0;
  private connectionCount = 0;

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

  /** Returns the agent for the next call. `callCount` is the number of calls in progress. */
  agentFor(callCount: number): Agent {
    const { connectionAgeMs, idleConnections } = this.limits;
    const isOld = performance.now() - this.openedAt > connectionAgeMs;
    if (isOld || this.connectionCount - callCount > idleConnections) this.replace();
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
      connect: this.connectIfAllowed,
      pipelining: 1,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      // Never reached: undici creates an error for each field beyond this limit, which keeps the process busy. The
      // exchange limits the bytes itself, and exceeds its limit by one read at most, which is less than the limit.
      maxHeaderSize: 2 * answerBytes,
      // The exchange has its own time limit.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    agent.on('connect', () => this.agent === agent && this.connectionCount++);
    agent.on('disconnect', () => this.agent === agent && this.connectionCount--);
    this.agents.add(agent);
    this.openedAt = performance.now();
    this.connectionCount = 0;
    return agent;
  }

  /** A socket does not look up a host that is an IP address, so addresses are checked here. */
  private readonly connectIfAllowed: buildConnector.connector = (target, callback) => {
    const answer: buildConnector.Callback = (error, socket) =>
      error ? callback(connectFailure(error, target.protocol), null) : callback(null, socket);
    if (isIP(target.hostname) === 0 || this.addresses.allows(target.hostname)) this.connect(target, answer);
    else process.nextTick(answer, new CallFailure('address_refused'), null);
  };
}
