import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../shared/http/endpoint.js';
import { FromBody, FromQuery, PathId } from '../../shared/http/inputs.js';
import { ListQuery } from '../../shared/http/list.dto.js';
import { VersionContentView } from './content.dto.js';
import { CreateVersion, DiffQuery, VersionDiffView, VersionListView, VersionView } from './versions.dto.js';
import { VersionsService } from './versions.service.js';

export const VERSIONS = '/v0/pages/{page_id}/audiences/{audience_id}/versions';

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
        'The audience or its page is archived, or 100 versions wait already for their turn, or for their moment ' +
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
}
