import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Lists } from '../../shared/database/lists/lists.js';
import { PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { Existing } from '../../shared/answers/existing.js';
import { notFound } from '../../shared/kernel/errors.js';
import { wireId } from '../../shared/kernel/ids.js';
import type { ListPage } from '../../shared/answers/list-page.js';
import { momentOf, wireTime } from '../../shared/kernel/wire-time.js';
import { AudienceLocks } from './publishing/audience-locks.js';
import { audienceExists } from './dto/audience-reads.js';
import type { Audience } from './entities/audience.entity.js';
import type { VersionContentView } from './dto/content.dto.js';
import { LinkPictures } from './references/link-pictures.js';
import { PreviewsApi } from './previews/previews.api.js';
import type { PreviewOptions } from './previews/preview-urls.js';
import type { Content } from './entities/content.js';
import { metadataView } from './dto/metadata-view.js';
import { operationsBetween } from './dto/json-patch.js';
import { assertPageNotArchived, type PageStatus } from './entities/page.lifecycle.js';
import { contentOfVersion, versionById, versionList, versionView } from './dto/version-reads.js';
import { VersionQueue } from './publishing/version-queue.js';
import { Version } from './entities/version.entity.js';
import type {
  CreateVersion,
  VersionDiffView,
  VersionPreviewView,
  VersionsQuery,
  VersionView,
} from './dto/versions.dto.js';

/** The ids in the path of a version. */
export interface VersionPath {
  pageId: string;
  audienceId: string;
  versionId: string;
}

@Injectable()
export class VersionsService {
  constructor(
    private readonly em: EntityManager,
    private readonly reads: PreparedReads,
    private readonly lists: Lists,
    private readonly locks: AudienceLocks,
    private readonly queue: VersionQueue,
    private readonly previews: PreviewsApi,
    private readonly pictures: LinkPictures,
  ) {}

  async list(
    pageId: string,
    audienceId: string,
    { status, ...page }: VersionsQuery,
  ): Promise<ListPage<VersionView>> {
    if (!(await this.reads.one(audienceExists, pageId, audienceId))) throw notFound('audience');
    return this.lists.page(versionList, page, (rows) => rows.map(versionView), { audienceId, status });
  }

  async get({ pageId, audienceId, versionId }: VersionPath): Promise<VersionView> {
    const row = await this.reads.one(versionById, pageId, audienceId, versionId);
    if (!row) throw notFound('version');
    return versionView(row);
  }

  async content({ pageId, audienceId, versionId }: VersionPath): Promise<VersionContentView> {
    const row = await this.reads.one(contentOfVersion, pageId, audienceId, versionId);
    if (!row) throw notFound('version');
    if (!row.content || row.publishedAt === null) throw notFound('content');
    return {
      versionId: wireId('version', versionId),
      publishedAt: wireTime(row.publishedAt),
      content: await this.contentView(row.content),
    };
  }

  async preview(path: VersionPath, options: PreviewOptions): Promise<VersionPreviewView> {
    await this.get(path);
    const { versionId } = path;
    return { versionId: wireId('version', versionId), ...(await this.previews.urlOf(versionId, options)) };
  }

  async diff(path: VersionPath, against: string): Promise<VersionDiffView> {
    const after = await this.content(path);
    const before = await this.content({ ...path, versionId: against });
    return {
      versionId: after.versionId,
      against: before.versionId,
      operations: operationsBetween(before.content, after.content),
    };
  }

  /** A repeat with the same `operationKey` returns the version of the first request, whatever its status is now. */
  async create(
    pageId: string,
    audienceId: string,
    { operationKey, publishAt }: CreateVersion,
  ): Promise<VersionView | Existing<VersionView>> {
    const { audience, pageStatus } = await this.locks.lock(pageId, audienceId);
    const made =
      operationKey === undefined ? null : await this.em.findOne(Version, { audienceId, operationKey });
    if (made) return new Existing(versionView(made));
    assertPageNotArchived(pageStatus);
    const options = { operationKey, publishAt: publishAt ? momentOf(publishAt) : null };
    const version = Version.create(audience, options);
    await this.queue.add(audience, version);
    return versionView(version);
  }

  async publish(path: VersionPath): Promise<VersionView> {
    const { audience, version, pageStatus } = await this.load(path);
    assertPageNotArchived(pageStatus);
    await this.queue.publishNow(audience, version);
    return versionView(version);
  }

  async rollBack(path: VersionPath): Promise<VersionView> {
    const { audience, version, pageStatus } = await this.load(path);
    assertPageNotArchived(pageStatus);
    await this.em.populate(version, ['content']);
    const rollback = Version.rollBackTo(version, audience);
    await this.queue.addRollback(audience, rollback);
    return versionView(rollback);
  }

  async cancel(path: VersionPath): Promise<VersionView> {
    const { audience, version } = await this.load(path);
    await this.queue.cancel(audience, version);
    return versionView(version);
  }

  private async contentView({
    ogImageAssetId,
    quotedAssetIds: _quoted,
    pageTitle: _own,
    ...content
  }: Content): Promise<VersionContentView['content']> {
    const pictureOf = await this.pictures.ofFiles();
    const picture = pictureOf(await this.pictures.fileOf(ogImageAssetId));
    return { ...content, metadata: metadataView(content.metadata, picture)! };
  }

  private async load({ pageId, audienceId, versionId }: VersionPath): Promise<{
    audience: Audience;
    version: Version;
    pageStatus: PageStatus;
  }> {
    const { audience, pageStatus } = await this.locks.lock(pageId, audienceId);
    const version = await this.em.findOne(Version, { id: versionId, audienceId });
    if (!version) throw notFound('version');
    return { audience, version, pageStatus };
  }
}
