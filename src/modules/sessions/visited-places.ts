import { Injectable } from '@nestjs/common';
import { unknownReference, type DomainError } from '../../shared/kernel/errors.js';
import { uuidOf } from '../../shared/kernel/ids.js';
import { AudiencesApi, PagesApi } from '../pages/index.js';
import type { RecordSession } from './record-session.dto.js';

/** Where a visit was, as the session keeps it. */
export interface VisitedPlace {
  pageId: string | null;
  pageTitle: string | null;
  audienceId: string | null;
}

@Injectable()
export class VisitedPlaces {
  constructor(
    private readonly pages: PagesApi,
    private readonly audiences: AudiencesApi,
  ) {}

  /** An audience brings its page along; where both are given, they must belong together. */
  async find({ pageId, audienceId }: Pick<RecordSession, 'pageId' | 'audienceId'>): Promise<VisitedPlace> {
    const audience = audienceId ? await this.audience(audienceId) : null;
    const namedPage = pageId ? (uuidOf('page', pageId) ?? '') : audience?.pageId;
    if (namedPage === undefined) return { pageId: null, pageTitle: null, audienceId: null };
    const page = namedPage && (await this.pages.find(namedPage));
    if (!page) throw pageId ? unknownPage() : unknownAudience();
    if (audience && audience.pageId !== page.id)
      throw unknownReference(
        'audience_not_found',
        '/audienceId',
        'audienceId names no audience of this page.',
      );
    return { pageId: page.id, pageTitle: page.title, audienceId: audience?.id ?? null };
  }

  private async audience(audienceId: string) {
    const uuid = uuidOf('audience', audienceId);
    const audience = uuid && (await this.audiences.find(uuid));
    if (audience) return audience;
    throw unknownAudience();
  }
}

function unknownPage(): DomainError {
  return unknownReference('page_not_found', '/pageId', 'pageId names no page that is there.');
}

function unknownAudience(): DomainError {
  return unknownReference('audience_not_found', '/audienceId', 'audienceId names no audience that is there.');
}
