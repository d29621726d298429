import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { InjectSettings } from '../../shared/config/config.module.js';
import type { Settings } from '../../shared/config/settings.js';
import { CourierLine, type LaneId } from './courier-line.js';
import { DeliveryBook } from './delivery-book.js';
import { Lane } from './lane.js';
import { WebhookCaller } from './webhook-caller.js';

/** How often to look for what is due again, and for lanes whose process is gone. */
const LOOK_MS = 1000;

/**
 * Delivers what waits, in every process that is a worker. Each subscription is a lane of its own, served by one
 * process at a time: so its order can be kept, and a receiver that hangs holds up nobody else.
 */
@Injectable()
export class Courier implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('courier');
  private readonly lanes = new Map<string, Lane>();
  private readonly running = new Set<Promise<void>>();
  /** Lanes that another process had when last asked for. It hears of new deliveries itself. */
  private elsewhere = new Set<string>();
  private looking?: NodeJS.Timeout;
  private isClosed = false;

  constructor(
    @InjectSettings() private readonly settings: Settings,
    private readonly line: CourierLine,
    private readonly book: DeliveryBook,
    private readonly caller: WebhookCaller,
  ) {}

  onApplicationBootstrap(): void {
    if (this.settings.ROLE !== 'api') void this.look();
  }

  /** Calls may end within the time that is left; what does not is tried again, here or elsewhere. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.looking);
    for (const lane of this.lanes.values()) lane.stop();
    const hurry = setTimeout(() => this.breakOff(), this.settings.SHUTDOWN_TIMEOUT_MS);
    await Promise.all(this.running);
    clearTimeout(hurry);
    await this.line.close();
  }

  private async look(): Promise<void> {
    try {
      if (!this.line.isOpen) await this.open();
      this.elsewhere = new Set();
      for (const lane of await this.line.due()) this.serve(lane);
    } catch (error) {
      if (!this.isClosed) this.logger.warn({ msg: 'webhooks are not delivered just now', error });
    }
    if (!this.isClosed) this.looking = setTimeout(() => void this.look(), LOOK_MS);
  }

  private open(): Promise<void> {
    return this.line.open(
      (lane) => this.hear(lane),
      () => this.lose(),
    );
  }

  private hear(lane: LaneId): void {
    if (!this.elsewhere.has(lane.subscriptionId)) this.serve(lane);
  }

  /** Whoever held the lanes over the connection that is lost, does not hold them any more. */
  private lose(): void {
    for (const lane of this.lanes.values()) lane.stop();
  }

  private serve(id: LaneId): void {
    const known = this.lanes.get(id.subscriptionId);
    if (known) return known.wake();
    if (this.isClosed) return;
    const lane = new Lane(id, this.book, this.caller);
    this.lanes.set(id.subscriptionId, lane);
    const run = this.run(id, lane).finally(() => this.running.delete(run));
    this.running.add(run);
  }

  private async run(id: LaneId, lane: Lane): Promise<void> {
    try {
      if (await this.line.take(id)) await lane.run().finally(() => this.line.leave(id));
      else this.elsewhere.add(id.subscriptionId);
    } catch (error) {
      this.logger.warn({ msg: 'deliveries interrupted', ...id, error });
    }
    this.lanes.delete(id.subscriptionId);
    // Told after it had looked for the last time.
    if (lane.isWoken && !this.elsewhere.has(id.subscriptionId) && !this.isClosed) this.serve(id);
  }

  private breakOff(): void {
    for (const lane of this.lanes.values()) lane.breakOff();
  }
}
