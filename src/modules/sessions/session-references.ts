import { Injectable } from '@nestjs/common';
import { unknownReference } from '../../shared/kernel/errors.js';
import { uuidOf } from '../../shared/kernel/ids.js';
import { AudiencesApi, PagesApi } from '../pages/index.js';
import type { VisitedPage } from './session.entity.js';

/** The page and the audience that a recorded visit names by their ids. */
@Injectable()
export class SessionReferences {
  constructor(
    private readonly pages: PagesApi,
    private readonly audiences: AudiencesApi,
  ) {}

  /** An audience brings its page along; where both are given, they must belong together. */
  async find(pageId?: string | null, audienceId?: string | null): Promise<VisitedPage> {
    const audience = audienceId ? await this.audience(audienceId) : null;
    const page = pageId ? await this.page(pageId) : null;
    if (audience && page && audience.pageId !== page.id)
      throw unknownAudience('audienceId names no audience of this page.');
    const visited = page ?? (audience && (await this.pages.find(audience.pageId)));
    if (audience && !visited) throw unknownAudience();
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
    throw unknownReference('page_not_found', '/pageId', 'pageId names no page that is there.');
  }

  private async audience(audienceId: string) {
    const uuid = uuidOf('audience', audienceId);
    const audience = uuid && (await this.audiences.find(uuid));
    if (audience) return audience;
    throw unknownAudience();
  }
}

function unknownAudience(message = 'audienceId names no audience that is there.') {
  return unknownReference('audience_not_found', '/audienceId', message);
}
