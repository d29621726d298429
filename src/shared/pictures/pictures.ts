import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { FairQueue } from '../database/transactions/fair-queue.js';
import { currentTenant } from '../database/transactions/work-context.js';
import { busy } from '../kernel/errors.js';
import { PictureChild } from './picture-child.js';
import { MAX_WAITING, PICTURE_LIMITS, WAIT_MS } from './picture-limits.js';
import type {
  Drawing,
  Drawn,
  PictureFacts,
  PictureFile,
  PictureQuestion,
  Rendered,
  Rendering,
} from './picture-questions.js';

/**
 * Decodes, resizes and draws pictures in a process of its own, one at a time; tenants take turns. The process starts with the
 * first picture, again after a crash, and ends when it is idle.
 */
@Injectable()
export class Pictures implements OnApplicationShutdown {
  private readonly logger = new Logger('pictures');
  private readonly turns = new FairQueue({ max: 1, reserve: 0, waitMs: WAIT_MS, maxWaiting: MAX_WAITING });
  private child: PictureChild | undefined;
  private idle: NodeJS.Timeout | undefined;
  private isClosed = false;

  /** Decodes the whole picture. Rejects with a `PictureFault` if that fails. */
  inspect(file: PictureFile): Promise<PictureFacts> {
    return this.ask({ kind: 'inspect', file });
  }

  render(file: PictureFile, rendering: Rendering): Promise<Rendered> {
    return this.ask({ kind: 'render', file, rendering });
  }

  /** Returns a PNG. */
  async draw(drawing: Drawing): Promise<Buffer> {
    const { png } = await this.ask<Drawn>({ kind: 'draw', drawing });
    return Buffer.from(png, 'base64');
  }

  onApplicationShutdown(): void {
    this.isClosed = true;
    this.endChild();
  }

  private async ask<Result extends object>(question: PictureQuestion): Promise<Result> {
    const owner = currentTenant();
    await this.turns.acquire(owner);
    try {
      clearTimeout(this.idle);
      return await this.startedChild().ask<Result>(question);
    } catch (error) {
      // The shutdown ended the process, so the picture is not at fault.
      if (this.isClosed) throw busy();
      if (this.child?.hasEnded) this.logger.warn({ msg: 'the process that decodes pictures ended', error });
      throw error;
    } finally {
      this.idle = setTimeout(() => this.endChild(), PICTURE_LIMITS.idleMs).unref();
      this.turns.release(owner);
    }
  }

  private startedChild(): PictureChild {
    if (this.isClosed) throw busy();
    if (!this.child || this.child.hasEnded) this.child = new PictureChild();
    return this.child;
  }

  private endChild(): void {
    clearTimeout(this.idle);
    this.child?.kill();
    this.child = undefined;
  }
}
