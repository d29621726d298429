import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../shared/http/endpoint/endpoint.js';
import { Empty, FromBody, FromQuery, PathId } from '../../shared/http/endpoint/inputs.js';
import { ListQuery } from '../../shared/fields/list.dto.js';
import { VersionContentView } from './dto/content.dto.js';
import { MAX_WAITING_VERSIONS } from './publishing/version-queue.js';
import {
  CreateVersion,
  DiffQuery,
  EARLIER_VERSION,
  VersionDiffView,
  VersionListView,
  VersionPreviewView,
  VersionView,
} from './dto/versions.dto.js';
import { VersionsService } from './versions.service.js';

const VERSIONS = '/v0/pages/{page_id}/audiences/{audience_id}/versions';

// Examples of the document: the sample data has a draft for each of these operations.
const DRAFT_TO_PUBLISH = 2;
const DRAFT_TO_CANCEL = 3;

@Controller()
@ApiTags('versions')
export class VersionsController {
  constructor(private readonly versions: VersionsService) {}

  @Endpoint(`GET ${VERSIONS}`, {
    summary: 'List the versions of an audience',
    description: 'All of them, newest first.',
    access: 'audiences:read',
    answer: VersionListView,
  })
  listVersions(
    @PathId('page_id') pageId: string,
    @PathId('audience_id') audienceId: string,
    @FromQuery() query: ListQuery,
  ) {
    return this.versions.list(pageId, audienceId, query);
  }

  @Endpoint(`POST ${VERSIONS}`, {
    summary: 'Create a version',
    description:
      'Queues a version to be composed and published, with the supplementary context of now and with all else ' +
      'as it is when its turn comes. While another one is in flight, or until `publishAt`, it waits as `pending`.',
    access: 'audiences:write',
    conflict: {
      code: 'audience_archived',
      when:
        `The audience or its page is archived, or ${MAX_WAITING_VERSIONS} versions wait already for their turn, or for their moment ` +
        'where this one is for later (`too_many_versions`).',
    },
    existing: 'The `operationKey` was used before: the version that it made.',
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
    description: 'What visitors are shown; 404 `content_not_found` where it was not composed yet.',
    access: 'audiences:read',
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
      'Whoever has the URL can open it, for one to two hours. It shows what visitors would be shown. A version that was not ' +
      'composed yet is composed for it, from page and audience as they are then; that is not kept.',
    access: 'audiences:read',
    conflict: {
      code: 'no_site',
      when: 'There is no site to show it on (`SITE_PORT` is `off`, and `SITE_URL` is not set).',
    },
    answer: VersionPreviewView,
  })
  previewVersion(
    @PathId('page_id') pageId: string,
    @PathId('audience_id') audienceId: string,
    @PathId('version_id') versionId: string,
  ) {
    return this.versions.preview({ pageId, audienceId, versionId });
  }

  @Endpoint(`GET ${VERSIONS}/{version_id}/diff`, {
    summary: 'Compare two versions',
    description:
      'The operations of RFC 6902 that turn the content of `against` into that of this version; ' +
      '404 `content_not_found` where one of them was not composed yet.',
    access: 'audiences:read',
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
      'Makes a new version with the content of this one and publishes it: at once, or after those that are ' +
      'in flight. The audience stays as it is edited, for later versions.',
    access: 'audiences:write',
    conflict: {
      code: 'version_published',
      when:
        `The version is shown now or never was, its audience or page is archived, ${MAX_WAITING_VERSIONS} versions wait ` +
        'for their turn (`too_many_versions`), or its content was erased with its person (`version_erased`).',
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
