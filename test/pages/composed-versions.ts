import type { AudienceView } from '../../src/modules/pages/dto/audiences.dto.js';
import type { Content, VersionContentView } from '../../src/modules/pages/dto/content.dto.js';
import { PublishVersionHandler } from '../../src/modules/pages/publishing/publish-version.handler.js';
import { inContext } from '../../src/shared/database/transactions/work-context.js';
import { uuidOf } from '../../src/shared/kernel/ids.js';
import type { TestService } from '../support/test-service.js';
import { pathOf, type Records } from './records.js';

/** Composes and publishes versions at once, as a worker does. */
export class ComposedVersions {
  constructor(
    private readonly service: TestService,
    private readonly records: Records,
  ) {}

  /** Returns the id of the new version. */
  async publish(audience: AudienceView, tenant = this.service.home): Promise<string> {
    const { versionId } = await this.records.version(audience);
    const handler = this.service.app.get(PublishVersionHandler, { strict: false });
    const signal = new AbortController().signal;
    await inContext({ tenantId: tenant.id }, () =>
      handler.handle({ versionId: uuidOf('version', versionId)! }, { signal }),
    );
    return versionId;
  }

  async contentOf(audience: AudienceView, versionId = audience.publishedVersion.versionId): Promise<Content> {
    const path = `${pathOf(audience)}/versions/${versionId}/content`;
    return (await this.records.read<VersionContentView>(path)).content;
  }

  async newContentOf(audience: AudienceView): Promise<Content> {
    return this.contentOf(audience, await this.publish(audience));
  }
}
