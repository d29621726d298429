import { Injectable } from '@nestjs/common';
import { fieldsBetween, fieldsOfNew, type FieldChanges } from '../../shared/audit/field-changes.js';
import { Existing } from '../../shared/answers/existing.js';
import { assertScope, type Caller } from '../../shared/auth/keys/caller.js';
import { actOnItems, readableItems, type BatchResults } from '../../shared/batches/batch-results.js';
import { SiteAddress } from '../../shared/config/site-address.js';
import { PreparedWrite, PreparedWrites } from '../../shared/database/records/prepared-writes.js';
import { LostRace } from '../../shared/database/transactions/lost-race.js';
import { Events } from '../../shared/events/events.js';
import type { DomainError } from '../../shared/kernel/errors.js';
import { givenMoment } from '../../shared/kernel/wire-time.js';
import { unknownAudience, unknownDomain } from './link-references.js';
import { pathTaken } from './path-clash.js';
import { linkView } from './page-link-reads.js';
import { PageLink, storedLinkColumns } from './entities/page-link.entity.js';
import type { CreatePageLink, CreatePageLinks, PageLinkView } from './page-links.dto.js';
import { LinkPlans, type PlannedLinks } from './link-plans.js';
import type { PageLinkEventKind } from './links.events.js';

/** Stores less than all if another transaction has taken a path. */
const insertLinks = PreparedWrite.insertAll('page_link', storedLinkColumns.columns, 'on conflict do nothing');

const updateLinks = PreparedWrite.updateAll('page_link', ['audience_id', 'expires_at', 'updated_at']);

/** How a batch treats an item whose path has a link. */
interface Treatment {
  batch: CreatePageLinks;
  caller: Caller;
}

/** Stores the links of a batch with as many statements as one link needs (decision 108). */
@Injectable()
export class PageLinkBatchesService {
  constructor(
    private readonly plans: LinkPlans,
    private readonly writes: PreparedWrites,
    private readonly events: Events,
    private readonly site: SiteAddress,
  ) {}

  async create(batch: CreatePageLinks, caller: Caller): Promise<BatchResults<PageLinkView>> {
    const links = await this.plans.load(readableItems(batch));
    const results = await actOnItems(batch, (item) => this.createOne(item, links, { batch, caller }));
    const { created, changed } = links;
    const stored = created.size > 0 ? await this.writes.run(insertLinks, rowsInOrder(created)) : 0;
    if (stored < created.size) throw new LostRace();
    if (changed.size > 0) await this.writes.run(updateLinks, rowsInOrder(changed));
    return results;
  }

  private createOne(
    { tenantDomainId = null, target, expiresAt, ...given }: CreatePageLink,
    links: PlannedLinks,
    { batch, caller }: Treatment,
  ): PageLinkView | Existing<PageLinkView> {
    const domainId = tenantDomainId === null ? null : links.domain(tenantDomainId);
    if (domainId === undefined) throw unknownDomain(tenantDomainId!);
    const audienceId = links.audience(target.audienceId);
    if (audienceId === undefined) throw unknownAudience(target.audienceId);
    const moment = givenMoment(expiresAt);
    const link = PageLink.create({ ...given, tenantDomainId: domainId, audienceId, expiresAt: moment });
    const known = links.atPathOf(link);
    if (!known) return this.told('page_link.created', links.add(link), links, fieldsOfNew(link));
    if (batch.onConflict === 'error') throw taken(known, batch.mode === 'atomic' && links.created.has(known));
    // Whoever knows a path would read the link by a batch that changes nothing (decision 103).
    assertScope(caller, 'links:read');
    const before = { ...known };
    const isChanged = batch.onConflict === 'update' && links.change(known, { audienceId, expiresAt: moment });
    if (!isChanged) return new Existing(this.viewOf(known, links));
    return new Existing(this.told('page_link.updated', known, links, fieldsBetween(before, known)));
  }

  private viewOf(link: PageLink, links: PlannedLinks): PageLinkView {
    return linkView(link, links.placeOf(link), this.site);
  }

  private told(
    type: PageLinkEventKind,
    link: PageLink,
    links: PlannedLinks,
    changes: FieldChanges,
  ): PageLinkView {
    const view = this.viewOf(link, links);
    const { pageLinkId, tenantDomainId, target } = view;
    this.events.record({ type, pageLinkId, tenantDomainId, audienceId: target.audienceId }, changes);
    return view;
  }
}

/** In `atomic`, the link of an earlier item will not exist: its id would lead to nothing. */
function taken(holder: PageLink, isOfRefusedBatch: boolean): DomainError {
  const error = pathTaken(holder, () => Promise.resolve(holder), '/path');
  return isOfRefusedBatch ? error : error.heldBy(holder);
}

/** By domain and path: whoever inserts the same paths waits at the first one. */
function rowsInOrder(links: ReadonlySet<PageLink>): string {
  const keyOf = ({ tenantDomainId, path }: PageLink) => `${tenantDomainId ?? ''} ${path}`;
  return storedLinkColumns.toRows(
    [...links].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : Number(keyOf(a) > keyOf(b)))),
  );
}
