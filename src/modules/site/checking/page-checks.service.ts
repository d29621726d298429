import { Injectable } from '@nestjs/common';
import { notFound } from '../../../shared/kernel/errors.js';
import { wireId } from '../../../shared/kernel/ids.js';
import { EditedPagesApi, type EditedPage } from '../../pages/index.js';
import { checkPage, type Check } from './check-page.js';
import { checkedPage } from './checked/checked-page.js';
import type { AudienceCheckView, PageCheckView } from './checks.dto.js';
import { FactsReader } from './facts-reader.js';

/** Checks pages before visitors see them. */
@Injectable()
export class PageChecks {
  constructor(
    private readonly pages: EditedPagesApi,
    private readonly facts: FactsReader,
  ) {}

  async ofPage(pageId: string): Promise<PageCheckView> {
    const edited = await this.pages.ofPage(pageId);
    if (!edited) throw notFound('page');
    return { pageId: wireId('page', pageId), ...(await this.of(edited)) };
  }

  async ofAudience(pageId: string, audienceId: string): Promise<AudienceCheckView> {
    const edited = await this.pages.ofAudience(pageId, audienceId);
    if (!edited) throw notFound('audience');
    const ids = { pageId: wireId('page', pageId), audienceId: wireId('audience', audienceId) };
    return { ...ids, ...(await this.of(edited)) };
  }

  /** Of fields that need not be saved. */
  async of(edited: EditedPage): Promise<Check> {
    const page = checkedPage(edited);
    return checkPage(page, await this.facts.of(page));
  }
}
