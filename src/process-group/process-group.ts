import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import type { Announcement } from '../application/service.js';
import { processesOf } from './processes-by-role.js';
import { BALANCER_DELAY_MS, type Settings } from '../shared/config/settings.js';
import { HandedConnections } from '../shared/libraries/node-cluster-internals.js';
import { KeptProcess } from './kept-process.js';
import type { MessageToParent } from './messages.js';
import { MetricsCollector, send } from './metrics-collector.js';

/** Added to the time that a process takes to end by itself. */
const LAST_MOMENT_MS = 10_000;

/** The parent of several processes that serve one address. It serves nothing itself. */
export class ProcessGroup {
  private readonly members: readonly KeptProcess[];
  private readonly metrics = new MetricsCollector();
  private starting: Promise<Announcement> | undefined;
  private restarting: Promise<void> | undefined;
  private mustRestartAgain = false;
  private isStopping = false;

  constructor(
    settings: Settings,
    private readonly log: Logger,
  ) {
    const { SHUTDOWN_DELAY_MS = BALANCER_DELAY_MS, SHUTDOWN_TIMEOUT_MS } = settings;
    const endsWithinMs = SHUTDOWN_DELAY_MS + SHUTDOWN_TIMEOUT_MS + LAST_MOMENT_MS;
    const connections = new HandedConnections();
    this.members = processesOf(settings).map(
      (environment) => new KeptProcess(environment, log, this.metrics, connections, endsWithinMs),
    );
    cluster.on('message', this.receive);
  }

  start(): Promise<Announcement> {
    return (this.starting ??= this.startAll());
  }

  /** Restarts one process at a time. A request during a restart causes another: the code may have changed since. */
  async restart(): Promise<void> {
    this.mustRestartAgain = this.restarting !== undefined;
    this.restarting ??= this.restartAll();
    await this.restarting;
  }

  async stop(signal: NodeJS.Signals): Promise<boolean> {
    this.isStopping = true;
    const endings = await Promise.all(this.members.map((member) => member.stop(signal)));
    return endings.every((isGood) => isGood);
  }

  /** Starts one process first: it brings the database up to date for the others. */
  private async startAll(): Promise<Announcement> {
    const [first, ...others] = this.members;
    const announcement = await first!.start();
    await Promise.all(others.map((member) => member.startOrTryAgain()));
    return announcement;
  }

  private async restartAll(): Promise<void> {
    try {
      do {
        this.mustRestartAgain = false;
        await this.restartEach();
      } while (this.mustRestartAgain && !this.isStopping);
    } finally {
      this.restarting = undefined;
    }
  }

  /** If a new process does not start, the old ones stay. */
  private async restartEach(): Promise<void> {
    try {
      await this.starting;
      for (const member of this.members) await member.restart();
      this.log.info('restarted');
    } catch (error) {
      if (!this.isStopping) this.log.error({ error }, 'restart aborted: a new process did not start');
    }
  }

  private readonly receive = (worker: Worker, message: MessageToParent): void => {
    if (message.kind === 'metrics of one') this.metrics.receive(worker, message);
    if (message.kind === 'metrics wanted') void this.answerMetrics(worker, message.question);
  };

  private async answerMetrics(worker: Worker, question: number): Promise<void> {
    const metrics = await this.metrics.collect(this.members.flatMap(({ serving }) => serving ?? []));
    send(worker, { kind: 'metrics of all', question, metrics });
  }
}
