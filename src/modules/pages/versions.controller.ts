import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../shared/http/endpoint/endpoint.js';
import { Empty, FromBody, FromQuery, PathId } from '../../shared/http/endpoint/inputs.js';
import { VersionContentView } from './dto/content.dto.js';
import { PreviewQuery } from './dto/previews.dto.js';
import { MAX_WAITING_VERSIONS } from './publishing/version-queue.js';
import {
  CreateVersion,
  DiffQuery,
  EARLIER_VERSION,
  VersionDiffView,
  VersionListView,
  VersionPreviewView,
  VersionsQuery,
  VersionView,
} from './dto/versions.dto.js';
import { VersionsService } from './versions.service.js';
import { aboutCombinations } from '../../shared/database/lists/combinations.js';
import { versionList } from './dto/version-reads.js';

const VERSIONS = '/v0/pages/{page_id}/audiences/{audience_id}/versions';

// Examples of the API document: the sample data contains a draft for each of these operations.
const DRAFT_TO_PUBLISH = 2;
const DRAFT_TO_CANCEL = 3;

const UNPUBLISHED = '`version_pending`, `version_queued`, `version_processing`, `version_cancelled`';

const NOT_COMPOSED = { code: 'content_not_found', when: 'The version is not composed yet.' };

@Controller()
@ApiTags('versions')
export class VersionsController {
  constructor(private readonly versions: VersionsService) {}

  @Endpoint(`GET ${VERSIONS}`, {
    summary: 'List the versions of an audience',
    description: `All versions, newest first. ${aboutCombinations(versionList.source)}`,
    access: 'audiences:read',
    answer: VersionListView,
  })
  listVersions(
    @PathId('page_id') pageId: string,
    @PathId('audience_id') audienceId: string,
    @FromQuery() query: VersionsQuery,
  ) {
    return this.versions.list(pageId, audienceId, query);
  }

  @Endpoint(`POST ${VERSIONS}`, {
    summary: 'Create a version',
    description:
      'Queues a version for composing and publishing. It uses the current supplementary context, and everything else ' +
      'as it is when a worker composes it. It is `pending` while another version is in flight, or until `publishAt`.',
    access: 'audiences:write',
    conflict: {
      code: 'audience_archived',
      when:
        `The audience or its page (\`page_archived\`) is archived, or ${MAX_WAITING_VERSIONS} versions are waiting or, ` +
        'for a scheduled version, scheduled (`too_many_versions`).',
    },
    existing: 'The version of an earlier request with this `operationKey`.',
    answer: VersionView,
    status: 201,
  })
  createVersion(
    @PathId('page_id') pageId: string,
    @PathId('audience_id') audienceId: string,
    @FromBody() body: CreateVersion,
  ) {
    return this.versions.create(pageId, audienceId, body);
  }

  @Endpoint(`GET ${VERSIONS}/{version_id}`, {
    summary: 'Get a version',
    description: 'One version of an audience.',
    access: 'audiences:read',
    answer: VersionView,
  })
  getVersion(
    @PathId('page_id') pageId: string,
    @PathId('audience_id') audienceId: string,
    @PathId('version_id') versionId: string,
  ) {
    return this.versions.get({ pageId, audienceId, versionId });
  }

  @Endpoint(`GET ${VERSIONS}/{version_id}/content`, {
    summary: 'Get the content of a version',
    description: 'The content that visitors see; 404 `content_not_found` if it is not composed yet.',
    access: 'audiences:read',
    missing: NOT_COMPOSED,
    answer: VersionContentView,
  })
  getVersionContent(
    @PathId('page_id') pageId: string,
    @PathId('audience_id') audienceId: string,
    @PathId('version_id') versionId: string,
  ) {
    return this.versions.content({ pageId, audienceId, versionId });
  }

  @Endpoint(`GET ${VERSIONS}/{version_id}/preview`, {
    summary: 'Get a URL that shows a version',
    description:
      'Everyone who has the URL can open it for one to two hours. It shows the version as visitors would see it. ' +
      'A version without content is composed for the preview, from the current page and audience; it is not stored.',
    access: 'audiences:read',
    conflict: {
      code: 'no_site',
      when: 'There is no site for previews (`SITE_PORT` is `off`, and `SITE_URL` is not set).',
    },
    answer: VersionPreviewView,
  })
  previewVersion(
    @PathId('page_id') pageId: string,
    @PathId('audience_id') audienceId: string,
    @PathId('version_id') versionId: string,
    @FromQuery() { findings }: PreviewQuery,
  ) {
    return this.versions.preview({ pageId, audienceId, versionId }, { showsFindings: findings });
  }

  @Endpoint(`GET ${VERSIONS}/{version_id}/diff`, {
    summary: 'Compare two versions',
    description:
      'The operations of RFC 6902 that turn the content of `against` into the content of this version; ' +
      '404 `content_not_found` if one of them is not composed yet.',
    access: 'audiences:read',
    missing: { ...NOT_COMPOSED, when: 'One of them is not composed yet.' },
    answer: VersionDiffView,
  })
  compareVersions(
    @PathId('page_id') pageId: string,
    @PathId('audience_id') audienceId: string,
    @PathId('version_id') versionId: string,
    @FromQuery() { against }: DiffQuery,
  ) {
    return this.versions.diff({ pageId, audienceId, versionId }, against);
  }

  @Endpoint(`POST ${VERSIONS}/{version_id}/rollback`, {
    summary: 'Roll back to a version',
    description:
      'Creates a new version with the content of this one and publishes it: at once, or after the versions ' +
      'in flight. The overrides of the audience do not change; later versions use them.',
    access: 'audiences:write',
    conflict: {
      code: 'version_published',
      when:
        `The version is published or never was (${UNPUBLISHED}, \`version_draft\`), its audience ` +
        `(\`audience_archived\`) or page (\`page_archived\`) is archived, ${MAX_WAITING_VERSIONS} versions are waiting ` +
        '(`too_many_versions`), or its content was erased with its person (`version_erased`).',
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
    description: 'Queues a draft again, or releases a scheduled version at once.',
    access: 'audiences:write',
    conflict: {
      code: 'version_published',
      when:
        `The version is neither a draft nor scheduled (${UNPUBLISHED}, \`version_archived\`), or its audience ` +
        '(`audience_archived`) or page (`page_archived`) is archived.',
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
    description: 'Cancels a version that is not published yet. A repeat changes nothing.',
    access: 'audiences:write',
    conflict: {
      code: 'version_published',
      when: 'The version is published, or was (`version_archived`).',
    },
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
