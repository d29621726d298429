import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { BatchView } from '../../shared/http/batches/batch-view.js';
import { Endpoint } from '../../shared/http/endpoint/endpoint.js';
import { Empty, FromBatch, FromBody, FromQuery, IfMatch, PathId } from '../../shared/http/endpoint/inputs.js';
import { Precondition } from '../../shared/kernel/precondition.js';
import { TO_DELETE } from '../../shared/kernel/example-ids.js';
import { ABOUT_TOTAL_COUNT } from '../../shared/database/lists/total-count.js';
import {
  AllAudiencesQuery,
  AllAudiencesView,
  AudienceListView,
  AudiencesQuery,
  AudienceView,
  CreateAudience,
  CreateAudiences,
  UpdateAudience,
} from './dto/audiences.dto.js';
import { NO_PICTURE, NO_PICTURE_OR_TOPIC, SetOgImage } from './dto/og-images.dto.js';
import { AudienceBatchesService } from './audience-batches.service.js';
import { AudiencesService } from './audiences.service.js';
import { aboutCombinations } from '../../shared/database/lists/combinations.js';
import { allAudiences, audienceList } from './dto/audience-reads.js';

const REFUSED = {
  code: 'page_archived',
  when: 'The page is archived, its composed content is too large (`content_too_large`), or the overrides are too large (`overrides_too_large`).',
};
const UNKNOWN = {
  code: 'person_not_found',
  when: 'There is no such person (`personId`), picture (`picture_not_found`) or topic (`topic_not_found`).',
};
const ARCHIVED = { code: 'audience_archived', when: 'The audience is archived.' };

const AudienceBatchView = BatchView('AudienceBatch', () => AudienceView);

@Controller()
@ApiTags('audiences')
export class AudiencesController {
  constructor(
    private readonly audiences: AudiencesService,
    private readonly batches: AudienceBatchesService,
  ) {}

  @Endpoint('GET /v0/pages/{page_id}/audiences', {
    summary: 'List the audiences of a page',
    description: `Newest first. Lists active audiences, or archived audiences with \`archived=true\`. ${aboutCombinations(audienceList.source)}`,
    access: 'audiences:read',
    answer: AudienceListView,
  })
  listAudiences(@PathId('page_id') pageId: string, @FromQuery() query: AudiencesQuery) {
    return this.audiences.list(pageId, query);
  }

  @Endpoint('GET /v0/audiences', {
    summary: 'List the audiences of all pages',
    description: `Newest first, without those of deleted pages. ${ABOUT_TOTAL_COUNT} ${aboutCombinations(allAudiences.source)}`,
    access: 'audiences:read',
    answer: AllAudiencesView,
  })
  listAllAudiences(@FromQuery() query: AllAudiencesQuery) {
    return this.audiences.listAll(query);
  }

  @Endpoint('POST /v0/pages/{page_id}/audiences', {
    summary: 'Create an audience',
    description:
      'Composes and publishes its first version at once, so an audience always has a published version.',
    access: 'audiences:write',
    conflict: REFUSED,
    reference: UNKNOWN,
    answer: AudienceView,
    status: 201,
  })
  createAudience(@PathId('page_id') pageId: string, @FromBody() body: CreateAudience) {
    return this.audiences.create(pageId, body);
  }

  @Endpoint('POST /v0/pages/{page_id}/audiences/batch', {
    summary: 'Create many audiences',
    description:
      'Creates each audience as `POST /v0/pages/{page_id}/audiences` does. The composed contents of a batch may have ' +
      '16 MiB together.',
    access: 'audiences:write',
    conflict: REFUSED,
    reference: UNKNOWN,
    answer: AudienceBatchView,
  })
  createAudiences(@PathId('page_id') pageId: string, @FromBatch() body: CreateAudiences) {
    return this.batches.create(pageId, body);
  }

  @Endpoint('GET /v0/pages/{page_id}/audiences/{audience_id}', {
    summary: 'Get an audience',
    description: 'One audience with its latest and its published version.',
    access: 'audiences:read',
    answer: AudienceView,
  })
  getAudience(@PathId('page_id') pageId: string, @PathId('audience_id') audienceId: string) {
    return this.audiences.get(pageId, audienceId);
  }

  @Endpoint('PATCH /v0/pages/{page_id}/audiences/{audience_id}', {
    summary: 'Update an audience',
    description:
      'Changes the given fields; null clears a field. Visitors see the change with the next version.',
    access: 'audiences:write',
    conflict: {
      code: 'audience_archived',
      when: 'The audience is archived, or its overrides would be too large (`overrides_too_large`).',
    },
    reference: NO_PICTURE_OR_TOPIC,
    answer: AudienceView,
  })
  updateAudience(
    @PathId('page_id') pageId: string,
    @PathId('audience_id') audienceId: string,
    @FromBody() body: UpdateAudience,
    @IfMatch() precondition: Precondition,
  ) {
    return this.audiences.update(pageId, audienceId, body, precondition);
  }

  @Endpoint('PUT /v0/pages/{page_id}/audiences/{audience_id}/og_image', {
    summary: "Set an audience's link picture",
    description:
      "Replaces the page's link picture for this audience. It is an override like the others: the message of the " +
      'change has it, and visitors see it with the next version. A repeat changes nothing.',
    access: 'audiences:write',
    conflict: ARCHIVED,
    reference: NO_PICTURE,
    answer: AudienceView,
  })
  setAudienceOgImage(
    @PathId('page_id') pageId: string,
    @PathId('audience_id') audienceId: string,
    @FromBody() { assetId }: SetOgImage,
    @IfMatch() precondition: Precondition,
  ) {
    return this.audiences.setPicture(pageId, audienceId, assetId, precondition);
  }

  @Endpoint('DELETE /v0/pages/{page_id}/audiences/{audience_id}/og_image', {
    summary: "Remove an audience's link picture",
    description: "The page's link picture applies again. A repeat changes nothing.",
    access: 'audiences:write',
    conflict: ARCHIVED,
    answer: AudienceView,
  })
  removeAudienceOgImage(
    @PathId('page_id') pageId: string,
    @PathId('audience_id') audienceId: string,
    @IfMatch() precondition: Precondition,
  ) {
    return this.audiences.removePicture(pageId, audienceId, precondition);
  }

  @Endpoint('DELETE /v0/pages/{page_id}/audiences/{audience_id}', {
    summary: 'Archive an audience',
    description: 'Cancels versions that are not published yet. A repeat changes nothing.',
    access: 'audiences:write',
    answer: AudienceView,
  })
  archiveAudience(
    @PathId('page_id') pageId: string,
    @PathId('audience_id', 'audience', TO_DELETE) audienceId: string,
    @IfMatch() precondition: Precondition,
  ) {
    return this.audiences.archive(pageId, audienceId, precondition);
  }

  @Endpoint('POST /v0/pages/{page_id}/audiences/{audience_id}/restore', {
    summary: 'Restore an audience',
    description: 'Undoes archiving; cancelled versions stay cancelled. A repeat changes nothing.',
    access: 'audiences:write',
    answer: AudienceView,
  })
  restoreAudience(
    @PathId('page_id') pageId: string,
    @PathId('audience_id', 'audience', TO_DELETE) audienceId: string,
    @FromBody() _body: Empty,
  ) {
    return this.audiences.restore(pageId, audienceId);
  }
}
