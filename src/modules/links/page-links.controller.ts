import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../shared/auth/keys/caller.js';
import { BatchView } from '../../shared/http/batches/batch-view.js';
import { Endpoint } from '../../shared/http/endpoint/endpoint.js';
import {
  CurrentCaller,
  Empty,
  FromBatch,
  FromBody,
  FromQuery,
  IfMatch,
  PathId,
} from '../../shared/http/endpoint/inputs.js';
import { Precondition } from '../../shared/kernel/precondition.js';
import { TO_DELETE } from '../../shared/kernel/example-ids.js';
import { LinkResolutionView, ResolveQuery } from './resolving/link-resolution.dto.js';
import { LinkResolutionService } from './resolving/link-resolution.service.js';
import {
  CreatePageLink,
  CreatePageLinks,
  PageLinkListView,
  PageLinkQuery,
  PageLinkView,
  UpdatePageLink,
} from './page-links.dto.js';
import { PageLinkBatchesService } from './page-link-batches.service.js';
import { PageLinksService } from './page-links.service.js';
import { aboutCombinations } from '../../shared/database/lists/combinations.js';
import { linkList } from './page-link-reads.js';

const UNKNOWN = {
  code: 'audience_not_found',
  when: 'There is no such audience, or no such domain (`domain_not_found`).',
};

const PageLinkBatchView = BatchView('PageLinkBatch', () => PageLinkView);

@Controller()
@ApiTags('page links')
export class PageLinksController {
  constructor(
    private readonly links: PageLinksService,
    private readonly batches: PageLinkBatchesService,
    private readonly resolution: LinkResolutionService,
  ) {}

  @Endpoint('GET /v0/page_links', {
    summary: 'List page links',
    description: `All links that are not deleted, newest first. ${aboutCombinations(linkList.source)}`,
    access: 'links:read',
    answer: PageLinkListView,
  })
  listPageLinks(@FromQuery() query: PageLinkQuery) {
    return this.links.list(query);
  }

  @Endpoint('POST /v0/page_links', {
    summary: 'Create a page link',
    description: 'Links a path to an audience. A path has at most one link per domain.',
    access: 'links:write',
    conflict: { code: 'path_taken', when: 'The path has another link.' },
    reference: UNKNOWN,
    answer: PageLinkView,
    status: 201,
  })
  createPageLink(@FromBody() body: CreatePageLink) {
    return this.links.create(body);
  }

  @Endpoint('POST /v0/page_links/batch', {
    summary: 'Create or update many page links',
    description:
      'Creates each link as `POST /v0/page_links` does. `onConflict` says what happens if the path has a link. A key ' +
      'without the scope `links:read` can create links only (otherwise 403 `missing_scope`).',
    access: 'links:write',
    conflict: { code: 'path_taken', when: 'The path has another link.' },
    reference: UNKNOWN,
    answer: PageLinkBatchView,
  })
  createPageLinks(@FromBatch() body: CreatePageLinks, @CurrentCaller() caller: Caller) {
    return this.batches.create(body, caller);
  }

  // Before the links by id, whose route would also match it.
  @Endpoint('GET /v0/page_links/resolve', {
    summary: 'Resolve a path',
    description:
      'Returns the page that a visitor would see at a path, or the reason why there is none. ' +
      'An invalid path or domain is treated like an unknown one.',
    access: 'links:read',
    answer: LinkResolutionView,
  })
  resolvePageLink(@FromQuery() query: ResolveQuery) {
    return this.resolution.resolve(query);
  }

  @Endpoint('GET /v0/page_links/{page_link_id}', {
    summary: 'Get a page link',
    description: 'Returns deleted links, too.',
    access: 'links:read',
    answer: PageLinkView,
  })
  getPageLink(@PathId('page_link_id', 'link') pageLinkId: string) {
    return this.links.get(pageLinkId);
  }

  @Endpoint('PATCH /v0/page_links/{page_link_id}', {
    summary: 'Update a page link',
    description:
      "Changes the given fields. A null `tenantDomainId` moves the link to the site's own address.",
    access: 'links:write',
    conflict: {
      code: 'path_taken',
      when: 'The path has another link, or this link is deleted (`link_deleted`).',
    },
    reference: UNKNOWN,
    answer: PageLinkView,
  })
  updatePageLink(
    @PathId('page_link_id', 'link') pageLinkId: string,
    @FromBody() body: UpdatePageLink,
    @IfMatch() precondition: Precondition,
  ) {
    return this.links.update(pageLinkId, body, precondition);
  }

  @Endpoint('DELETE /v0/page_links/{page_link_id}', {
    summary: 'Delete a page link',
    description: 'Removes the link from its path; it can be restored. A repeat returns the same record.',
    access: 'links:write',
    answer: PageLinkView,
  })
  deletePageLink(
    @PathId('page_link_id', 'link', TO_DELETE) pageLinkId: string,
    @IfMatch() precondition: Precondition,
  ) {
    return this.links.delete(pageLinkId, precondition);
  }

  @Endpoint('POST /v0/page_links/{page_link_id}/restore', {
    summary: 'Restore a page link',
    description: 'Restores a deleted link at its path. A link that is not deleted is returned unchanged.',
    access: 'links:write',
    conflict: {
      code: 'path_taken',
      when: 'The path now has another link, or the domain is deleted (`domain_deleted`).',
    },
    answer: PageLinkView,
  })
  restorePageLink(@PathId('page_link_id', 'link', TO_DELETE) pageLinkId: string, @FromBody() _body: Empty) {
    return this.links.restore(pageLinkId);
  }
}
