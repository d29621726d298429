import { Injectable } from '@nestjs/common';
import { Lists } from '../../shared/database/lists.js';
import { PreparedReads } from '../../shared/database/prepared-reads.js';
import { momentOf } from '../../shared/kernel/wire-time.js';
import { notFound } from '../../shared/kernel/errors.js';
import { uuidOf } from '../../shared/kernel/ids.js';
import type { ListPage } from '../../shared/kernel/list-page.js';
import { PagesApi } from '../pages/index.js';
import type { AudienceSessionInteractions } from './interaction.dto.js';
import { interactionsBy, sessionBy, sessionList } from './session-reads.js';
import { sessionView, type SessionRecord } from './session-views.js';
import type { SessionsQuery, SessionView } from './sessions.dto.js';

@Injectable()
export class SessionsService {
  constructor(
    private readonly reads: PreparedReads,
    private readonly lists: Lists,
    private readonly pages: PagesApi,
  ) {}

  async list(pageId: string, query: SessionsQuery): Promise<ListPage<SessionView>> {
    if (!(await this.pages.find(pageId))) throw notFound('page');
    const { audienceId, from, to, hasConversion, computationStatus, ...page } = query;
    return this.lists.page(sessionList, page, (rows) => rows.map(sessionView), {
      pageId,
      audienceId,
      from: from && momentOf(from),
      to: to && momentOf(to),
      hasConversion,
      computationStatus,
    });
  }

  async get(pageId: string, key: string): Promise<SessionView> {
    const row = await this.load(key);
    if (row.pageId !== pageId || !(await this.pages.find(pageId))) throw notFound('session');
    return sessionView(row);
  }

  async find(key: string): Promise<SessionView> {
    return sessionView(await this.load(key));
  }

  async interactions(key: string): Promise<AudienceSessionInteractions> {
    const { name, value } = nameOf(key);
    const row = await this.reads.one(interactionsBy[name], value);
    return { found: row !== undefined, interactions: row?.interactions ?? [] };
  }

  private async load(key: string): Promise<SessionRecord> {
    const { name, value } = nameOf(key);
    const row = await this.reads.one(sessionBy[name], value);
    if (!row) throw notFound('session');
    return row;
  }
}

function nameOf(key: string): { name: 'ours' | 'theirs'; value: string } {
  const uuid = uuidOf('session', key);
  return uuid ? { name: 'ours', value: uuid } : { name: 'theirs', value: key };
}
