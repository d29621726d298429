import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Empty } from '../../shared/http/empty.dto.js';
import { Endpoint } from '../../shared/http/endpoint.js';
import { FromBody, PathId } from '../../shared/http/inputs.js';
import { VERSIONS } from './versions.controller.js';
import { EARLIER_VERSION, VersionView } from './versions.dto.js';
import { VersionsService } from './versions.service.js';

// The sample data has drafts for the operations that need one.
const DRAFT_TO_PUBLISH = 2;
const DRAFT_TO_CANCEL = 3;

/** What can be done with a version that is made. */
@Controller()
@ApiTags('versions')
export class VersionStepsController {
  constructor(private readonly versions: VersionsService) {}

  @Endpoint(`POST ${VERSIONS}/{version_id}/rollback`, {
    summary: 'Roll back to a version',
    description:
      'Makes a new version with the content of this one and publishes it: at once, or after those that are ' +
      'in flight. The audience stays as it is edited, for later versions.',
    access: 'audiences:write',
    conflict: {
      code: 'version_published',
      when:
        'The version is shown now or never was, its audience or page is archived, or 100 versions wait ' +
        'for their turn (`too_many_versions`).',
    },
    answer: VersionView,
    status: 201,
  })
  rollBackVersion(
    @PathId('page_id') pageId: string,
    @PathId('audience_id') audienceId: string,
    @PathId('version_id', 'version', EARLIER_VERSION) versionId: string,
    @FromBody() _body: Empty,
  ) {
    return this.versions.rollBack({ pageId, audienceId, versionId });
  }

  @Endpoint(`POST ${VERSIONS}/{version_id}/publish`, {
    summary: 'Publish a version by hand',
    description:
      'Queues a version once more that could not be composed, or at once one that was made for later.',
    access: 'audiences:write',
    conflict: {
      code: 'version_published',
      when: 'The version is neither a draft nor made for later, or its audience or page is archived.',
    },
    answer: VersionView,
  })
  publishVersion(
    @PathId('page_id') pageId: string,
    @PathId('audience_id') audienceId: string,
    @PathId('version_id', 'version', DRAFT_TO_PUBLISH) versionId: string,
    @FromBody() _body: Empty,
  ) {
    return this.versions.publish({ pageId, audienceId, versionId });
  }

  @Endpoint(`POST ${VERSIONS}/{version_id}/cancel`, {
    summary: 'Cancel a version',
    description: 'For one that is not published yet. Repeating it changes nothing.',
    access: 'audiences:write',
    conflict: { code: 'version_published', when: 'The version is or was published.' },
    answer: VersionView,
  })
  cancelVersion(
    @PathId('page_id') pageId: string,
    @PathId('audience_id') audienceId: string,
    @PathId('version_id', 'version', DRAFT_TO_CANCEL) versionId: string,
    @FromBody() _body: Empty,
  ) {
    return this.versions.cancel({ pageId, audienceId, versionId });
  }
}
