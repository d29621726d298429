import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../shared/auth/keys/caller.js';
import { Endpoint } from '../../shared/http/endpoint/endpoint.js';
import {
  CurrentCaller,
  Empty,
  FromBody,
  FromQuery,
  IfMatch,
  PathId,
} from '../../shared/http/endpoint/inputs.js';
import { Precondition } from '../../shared/kernel/precondition.js';
import { TO_DELETE } from '../../shared/kernel/example-ids.js';
import {
  CreatePage,
  PageListView,
  PageSearchQuery,
  PagesQuery,
  PageView,
  TO_ARCHIVE,
  UpdatePage,
} from './dto/pages.dto.js';
import {
  NO_PICTURE,
  NO_PICTURE_OR_TOPIC,
  NO_PICTURE_TOPIC_OR_AUDIENCE,
  SetOgImage,
} from './dto/og-images.dto.js';
import { PagePreviewView, PreviewPage, PreviewQuery } from './dto/previews.dto.js';
import { PagePreviewsService } from './previews/page-previews.service.js';
import { PagesService } from './pages.service.js';
import { aboutCombinations } from '../../shared/database/lists/combinations.js';
import { pageList } from './dto/page-reads.js';

const DELETED = { code: 'page_deleted', when: 'The page is deleted.' };

@Controller()
@ApiTags('pages')
export class PagesController {
  constructor(
    private readonly pages: PagesService,
    private readonly previews: PagePreviewsService,
  ) {}

  @Endpoint('GET /v0/pages', {
    summary: 'List pages',
    description: `All pages that are not deleted, newest first. ${aboutCombinations(pageList.source)}`,
    access: 'pages:read',
    answer: PageListView,
  })
  listPages(@FromQuery() query: PagesQuery) {
    return this.pages.list(query);
  }

  @Endpoint('POST /v0/pages', {
    summary: 'Create a page',
    description: 'The page is a draft until its first audience goes live.',
    access: 'pages:write',
    reference: NO_PICTURE_OR_TOPIC,
    answer: PageView,
    status: 201,
  })
  createPage(@FromBody() body: CreatePage) {
    return this.pages.create(body);
  }

  @Endpoint('GET /v0/pages/search', {
    summary: 'Search pages',
    description: 'Pages with a text in their name or title, newest first.',
    access: 'pages:read',
    answer: PageListView,
  })
  searchPages(@FromQuery() query: PageSearchQuery) {
    return this.pages.list(query);
  }

  @Endpoint('GET /v0/pages/{page_id}', {
    summary: 'Get a page',
    description: 'Returns deleted pages, too, with their `deletedAt`.',
    access: 'pages:read',
    answer: PageView,
  })
  getPage(@PathId('page_id') pageId: string) {
    return this.pages.get(pageId);
  }

  @Endpoint('PATCH /v0/pages/{page_id}', {
    summary: 'Update a page',
    description: 'Changes the given fields. A list or the metadata is replaced as a whole.',
    access: 'pages:write',
    conflict: DELETED,
    reference: NO_PICTURE_OR_TOPIC,
    answer: PageView,
  })
  updatePage(
    @PathId('page_id') pageId: string,
    @FromBody() body: UpdatePage,
    @IfMatch() precondition: Precondition,
  ) {
    return this.pages.update(pageId, body, precondition);
  }

  @Endpoint('POST /v0/pages/{page_id}/preview', {
    summary: 'Get a URL that shows a page with unsaved changes',
    description:
      'Everyone who has the URL can open it for ten minutes. Absent fields have their stored values. Nothing is changed: ' +
      'there is no event and no version. Of a tenant, the newest 100 of these previews are stored, up to 16 MiB in ' +
      'total. A key without the scope `audiences:read` can preview pages without an audience only.',
    access: 'pages:write',
    conflict: {
      code: 'page_deleted',
      when:
        'The page is deleted, the audience is archived (`audience_archived`), its overrides (`overrides_too_large`) or ' +
        'the content (`content_too_large`) would be too large, or there is no site for previews (`no_site`).',
    },
    reference: NO_PICTURE_TOPIC_OR_AUDIENCE,
    limit: { code: 'too_many_previews', when: 'Too many previews were composed in the last minutes.' },
    answer: PagePreviewView,
  })
  previewPage(
    @PathId('page_id') pageId: string,
    @FromBody() body: PreviewPage,
    @FromQuery() { findings }: PreviewQuery,
    @CurrentCaller() caller: Caller,
  ) {
    return this.previews.preview(pageId, body, { showsFindings: findings }, caller);
  }

  @Endpoint('PUT /v0/pages/{page_id}/og_image', {
    summary: "Set a page's link picture",
    description:
      'Other sites show the picture beside links to the page. Visitors see the change with the next version of ' +
      'an audience. A repeat changes nothing.',
    access: 'pages:write',
    conflict: DELETED,
    reference: NO_PICTURE,
    answer: PageView,
  })
  setPageOgImage(
    @PathId('page_id') pageId: string,
    @FromBody() { assetId }: SetOgImage,
    @IfMatch() precondition: Precondition,
  ) {
    return this.pages.setPicture(pageId, assetId, precondition);
  }

  @Endpoint('DELETE /v0/pages/{page_id}/og_image', {
    summary: "Remove a page's link picture",
    description: 'The asset stays. A repeat changes nothing.',
    access: 'pages:write',
    conflict: DELETED,
    answer: PageView,
  })
  removePageOgImage(@PathId('page_id') pageId: string, @IfMatch() precondition: Precondition) {
    return this.pages.removePicture(pageId, precondition);
  }

  @Endpoint('POST /v0/pages/{page_id}/archive', {
    summary: 'Archive a page',
    description:
      'An archived page publishes nothing new: versions in flight are cancelled when they are due. ' +
      'A repeat changes nothing.',
    access: 'pages:write',
    conflict: DELETED,
    answer: PageView,
  })
  archivePage(@PathId('page_id', 'page', TO_ARCHIVE) pageId: string, @FromBody() _body: Empty) {
    return this.pages.archive(pageId);
  }

  @Endpoint('POST /v0/pages/{page_id}/restore', {
    summary: 'Restore a page',
    description: 'Undoes archiving and deletion. A repeat changes nothing.',
    access: 'pages:write',
    answer: PageView,
  })
  restorePage(@PathId('page_id', 'page', TO_DELETE) pageId: string, @FromBody() _body: Empty) {
    return this.pages.restore(pageId);
  }

  @Endpoint('DELETE /v0/pages/{page_id}', {
    summary: 'Delete a page',
    description:
      'Hides the page and its audiences; a deleted page publishes nothing new. `restore` undoes the deletion.',
    access: 'pages:write',
    answer: PageView,
  })
  deletePage(@PathId('page_id', 'page', TO_DELETE) pageId: string, @IfMatch() precondition: Precondition) {
    return this.pages.delete(pageId, precondition);
  }
}
