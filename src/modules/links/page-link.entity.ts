import { defineEntity, p } from '@mikro-orm/core';
import { moment, recordColumns } from '../../shared/database/columns.js';
import { clock } from '../../shared/kernel/clock.js';
import { conflict } from '../../shared/kernel/errors.js';
import { pathHashOf } from './link-path.js';

const PageLinkSchema = defineEntity({
  name: 'PageLink',
  tableName: 'page_link',
  properties: {
    ...recordColumns,
    tenantDomainId: p.uuid().nullable(),
    path: p.text(),
    pathHash: p.blob().onCreate((link: { path: string }) => pathHashOf(link.path)),
    audienceId: p.uuid(),
    deletedAt: moment().nullable(),
  },
});

/** Where visitors find an audience's page: a path, on a tenant's own domain or on that of the service. */
export class PageLink extends PageLinkSchema.class {
  isDeleted(): boolean {
    return this.deletedAt != null;
  }

  change({
    tenantDomainId = this.tenantDomainId,
    path = this.path,
    audienceId = this.audienceId,
  }: LinkChange) {
    this.assertNotDeleted();
    this.tenantDomainId = tenantDomainId;
    this.path = path;
    this.pathHash = pathHashOf(path);
    this.audienceId = audienceId;
    this.updatedAt = clock.now();
  }

  delete(): void {
    this.assertNotDeleted();
    this.deletedAt = this.updatedAt = clock.now();
  }

  restore(): void {
    this.deletedAt = null;
    this.updatedAt = clock.now();
  }

  private assertNotDeleted(): void {
    if (this.isDeleted())
      throw conflict('link_deleted', 'The link is deleted; restore it before it is changed.');
  }
}

export interface LinkChange {
  /** Null is the service's own domain. */
  tenantDomainId?: string | null;
  path?: string;
  audienceId?: string;
}

PageLinkSchema.setClass(PageLink);
