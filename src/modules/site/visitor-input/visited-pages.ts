import { Injectable } from '@nestjs/common';
import { SiteAddress } from '../../../shared/config/site-address.js';
import { hostNameOf } from '../../../shared/kernel/texts/domain-name.js';
import { notFound } from '../../../shared/kernel/errors.js';
import { LinksApi } from '../../links/index.js';
import { AudiencesApi } from '../../pages/index.js';
import { VISIT } from '../rendering/form.js';

/** The fields of a submitted form. */
export type GivenFields = Readonly<Record<string, string | undefined>>;

/** The format of the keys that the site's own scripts give visits. */
const VISIT_NAME = /^[0-9a-f]{32}$/;

/** The key of the visit, if it is given. */
export function visitKeyOf(given: GivenFields): string | undefined {
  return VISIT_NAME.test(given[VISIT] ?? '') ? given[VISIT] : undefined;
}

/** Finds the page from which a visitor sends something. */
@Injectable()
export class VisitedPages {
  constructor(
    private readonly links: LinksApi,
    private readonly audiences: AudiencesApi,
    private readonly site: SiteAddress,
  ) {}

  /** A token is valid only on the host of its link: a page must not act on behalf of another host. */
  async at(pageLinkId: string, host: string) {
    const link = await this.links.byId(pageLinkId);
    const isHere = link && (link.domain ? link.domain.name === hostNameOf(host) : this.site.isOwn(host));
    const audience = isHere && !link.isGone ? await this.audiences.find(link.audienceId) : undefined;
    if (!link || !audience || audience.hiddenBecause) throw notFound('page');
    return {
      link,
      audience,
      place: { pageLinkId, audienceId: link.audienceId, pageId: audience.pageId },
      pageUrl: this.site.urlOf({ ...link, domain: link.domain?.name ?? null }) ?? null,
    };
  }
}
