import { Injectable } from '@nestjs/common';
import { FairQueue } from '../../../shared/database/transactions/fair-queue.js';
import { currentTenant } from '../../../shared/database/transactions/work-context.js';
import { notFound } from '../../../shared/kernel/errors.js';
import { wireId } from '../../../shared/kernel/ids.js';
import { EditedPagesApi, type EditedPage } from '../../pages/index.js';
import { checkPage, type Check } from './check-page.js';
import { checkedPage } from './checked/checked-page.js';
import type { AudienceCheckView, PageCheckView } from './checks.dto.js';
import { FactsReader } from './facts-reader.js';

/** Longer than the checks take that may wait. */
const WAIT_MS = 30_000;
const MAX_WAITING = 100;

/**
 * Checks pages before visitors see them: one at a time, and tenants take turns. Parsing a text blocks the process, so
 * several at once are not faster, and their reads would wait for each other until they are refused.
 */
@Injectable()
export class PageChecks {
  private readonly turns = new FairQueue({ max: 1, reserve: 1, waitMs: WAIT_MS, maxWaiting: MAX_WAITING });

  constructor(
    private readonly pages: EditedPagesApi,
    private readonly facts: FactsReader,
  ) {}

  ofPage(pageId: string): Promise<PageCheckView> {
    return this.inTurn(async () => {
      const edited = await this.pages.ofPage(pageId);
      if (!edited) throw notFound('page');
      return { pageId: wireId('page', pageId), ...(await this.check(edited)) };
    });
  }

  ofAudience(pageId: string, audienceId: string): Promise<AudienceCheckView> {
    return this.inTurn(async () => {
      const edited = await this.pages.ofAudience(pageId, audienceId);
      if (!edited) throw notFound('audience');
      const ids = { pageId: wireId('page', pageId), audienceId: wireId('audience', audienceId) };
      return { ...ids, ...(await this.check(edited)) };
    });
  }

  /** Of fields that need not be saved. */
  of(edited: EditedPage): Promise<Check> {
    return this.inTurn(() => this.check(edited));
  }

  private async check(edited: EditedPage): Promise<Check> {
    const page = checkedPage(edited);
    return checkPage(page, await this.facts.of(page));
  }

  private async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const owner = currentTenant();
    await this.turns.acquire(owner);
    try {
      return await work();
    } finally {
      this.turns.release(owner);
    }
  }
}
