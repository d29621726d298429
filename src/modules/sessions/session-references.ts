import { Injectable } from '@nestjs/common';
import { unknownReference } from '../../shared/kernel/errors.js';
import { uuidOf } from '../../shared/kernel/ids.js';
import { AudiencesApi, PagesApi } from '../pages/index.js';
import type { VisitedPage } from './entities/session.entity.js';

/** Finds the page and the audience of a recorded visit by their ids. */
@Injectable()
export class SessionReferences {
  constructor(
    private readonly pages: PagesApi,
    private readonly audiences: AudiencesApi,
  ) {}

  /** An audience determines its page. If both are given, they must belong together. */
  async find(pageId?: string | null, audienceId?: string | null): Promise<VisitedPage> {
    const audience = audienceId ? await this.audience(audienceId) : null;
    const page = pageId ? await this.page(pageId) : null;
    if (audience && page && audience.pageId !== page.id)
      throw unknownAudience(audienceId!, 'The page has no audience with this audienceId.');
    const visited = page ?? (audience && (await this.pages.find(audience.pageId)));
    if (audience && !visited) throw unknownAudience(audienceId!);
    return {
      pageId: visited?.id ?? null,
      pageTitle: visited?.title ?? null,
      audienceId: audience?.id ?? null,
    };
  }

  private async page(pageId: string) {
    const uuid = uuidOf('page', pageId);
    const page = uuid && (await this.pages.find(uuid));
    if (page) return page;
    const named = { kind: 'page', id: pageId } as const;
    throw unknownReference('page_not_found', '/pageId', 'There is no page with this pageId.', named);
  }

  private async audience(audienceId: string) {
    const uuid = uuidOf('audience', audienceId);
    const audience = uuid && (await this.audiences.find(uuid));
    if (audience) return audience;
    throw unknownAudience(audienceId);
  }
}

function unknownAudience(id: string, message = 'There is no audience with this audienceId.') {
  return unknownReference('audience_not_found', '/audienceId', message, { kind: 'audience', id });
}
