import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { SiteAddress } from '../../shared/config/site-address.js';
import { Lists } from '../../shared/database/lists/lists.js';
import { violatedUnique } from '../../shared/database/driver/postgres-errors.js';
import { PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { RecordLock } from '../../shared/database/transactions/record-lock.js';
import { Events } from '../../shared/events/events.js';
import { conflict, notFound } from '../../shared/kernel/errors.js';
import { uuidNamedBy } from '../../shared/kernel/ids.js';
import { givenMoment } from '../../shared/kernel/wire-time.js';
import type { ListPage } from '../../shared/answers/list-page.js';
import type { Precondition } from '../../shared/kernel/precondition.js';
import { AudiencesApi } from '../pages/index.js';
import type { PageLinkEventKind } from './links.events.js';
import { unknownAudience, unknownDomain } from './link-references.js';
import { pathTaken } from './path-clash.js';
import { linkAtPath, linkById, linkList, linkView, placeOf } from './page-link-reads.js';
import { PageLink } from './entities/page-link.entity.js';
import type { CreatePageLink, PageLinkQuery, PageLinkView, UpdatePageLink } from './page-links.dto.js';
import { lockDomain } from './domains/tenant-domain-reads.js';

@Injectable()
export class PageLinksService {
  constructor(
    private readonly em: EntityManager,
    private readonly recordLock: RecordLock,
    private readonly reads: PreparedReads,
    private readonly lists: Lists,
    private readonly audiences: AudiencesApi,
    private readonly events: Events,
    private readonly site: SiteAddress,
  ) {}

  list({ tenantDomainId, audienceId, ...page }: PageLinkQuery): Promise<ListPage<PageLinkView>> {
    return this.lists.page(linkList, page, (rows) => rows.map((row) => linkView(row, row, this.site)), {
      tenantDomainId,
      audienceId,
    });
  }

  async get(pageLinkId: string): Promise<PageLinkView> {
    const row = await this.reads.one(linkById, pageLinkId);
    if (!row) throw notFound('link');
    return linkView(row, row, this.site);
  }

  async create({
    tenantDomainId = null,
    target,
    expiresAt,
    ...given
  }: CreatePageLink): Promise<PageLinkView> {
    const link = PageLink.create({
      ...given,
      tenantDomainId: await this.lockedDomain(tenantDomainId),
      audienceId: await this.knownAudience(target.audienceId),
      expiresAt: givenMoment(expiresAt),
    });
    this.em.persist(link);
    return this.save('page_link.created', link, '/path');
  }

  async update(
    pageLinkId: string,
    { tenantDomainId, target, expiresAt, ...given }: UpdatePageLink,
    precondition: Precondition,
  ): Promise<PageLinkView> {
    const link = await this.load(pageLinkId);
    if (precondition.isGiven) precondition.assertHolds(await this.viewOf(link));
    link.change({
      ...given,
      tenantDomainId: tenantDomainId === undefined ? undefined : await this.lockedDomain(tenantDomainId),
      audienceId: target && (await this.knownAudience(target.audienceId)),
      expiresAt: givenMoment(expiresAt),
    });
    return this.save('page_link.updated', link, given.path === undefined ? '/tenantDomainId' : '/path');
  }

  async delete(pageLinkId: string, precondition: Precondition): Promise<PageLinkView> {
    const link = await this.load(pageLinkId);
    if (precondition.isGiven) precondition.assertHolds(await this.viewOf(link));
    if (link.isDeleted()) return this.viewOf(link);
    link.delete();
    return this.save('page_link.deleted', link);
  }

  async restore(pageLinkId: string): Promise<PageLinkView> {
    const link = await this.load(pageLinkId);
    if (!link.isDeleted()) return this.viewOf(link);
    if (link.tenantDomainId && !(await this.reads.one(lockDomain, link.tenantDomainId)))
      throw conflict('domain_deleted', 'The domain of the link is deleted; create a new link.');
    link.restore();
    return this.save('page_link.restored', link);
  }

  /** Locks the link, so the state that is checked cannot change before the write. */
  private async load(pageLinkId: string): Promise<PageLink> {
    const link = await this.recordLock.findOne(PageLink, { id: pageLinkId });
    if (!link) throw notFound('link');
    return link;
  }

  /** Locks the domain, so it still exists when the link is stored. Null is the site's own address. */
  private async lockedDomain(id: string | null): Promise<string | null> {
    if (id === null) return null;
    const uuid = uuidNamedBy('domain', id);
    if (await this.reads.one(lockDomain, uuid)) return uuid;
    throw unknownDomain(id);
  }

  /** The audience may be archived: it can be restored later. */
  private async knownAudience(id: string): Promise<string> {
    const uuid = uuidNamedBy('audience', id);
    if (await this.audiences.find(uuid)) return uuid;
    throw unknownAudience(id);
  }

  private async viewOf(link: PageLink): Promise<PageLinkView> {
    const place = await this.reads.one(placeOf, link.tenantDomainId ?? null);
    return linkView(link, place!, this.site);
  }

  /** Flushes at once, because with concurrent requests only the unique index decides whether the path is free. */
  private async save(type: PageLinkEventKind, link: PageLink, pointer?: string): Promise<PageLinkView> {
    await this.em.flush().catch((error: unknown) => {
      if (violatedUnique(error) !== 'page_link_path') throw error;
      const { tenantDomainId = null, pathHash } = link;
      throw pathTaken(link, () => this.reads.one(linkAtPath, tenantDomainId, pathHash), pointer);
    });
    const view = await this.viewOf(link);
    const { pageLinkId, tenantDomainId, target } = view;
    this.events.record({ type, pageLinkId, tenantDomainId, audienceId: target.audienceId });
    return view;
  }
}
