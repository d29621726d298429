import { Injectable } from '@nestjs/common';
import { notFound } from '../../shared/kernel/errors.js';
import { DrawnPictures, type DrawnPicture } from './link-pictures/drawn-pictures.js';
import { LinkPictureTokens } from './link-pictures/link-picture-tokens.js';
import { SitePages } from './pages/site-pages.service.js';
import { VisitedPages } from './visitor-input/visited-pages.js';

/** The picture, or the path of the one that took its place. */
type Opened = { picture: DrawnPicture } | { movedTo: string };

/** Shows the pictures that the site draws for links to pages, at signed URLs. */
@Injectable()
export class SiteLinkPictures {
  constructor(
    private readonly tokens: LinkPictureTokens,
    private readonly visited: VisitedPages,
    private readonly pages: SitePages,
    private readonly drawn: DrawnPictures,
  ) {}

  /** The page decides what is drawn: a URL from before a change leads to the picture that the page has now. */
  open(token: string, host: string): Promise<Opened> {
    return this.tokens.open(token, async ({ pageLinkId, pictureId }) => {
      const { link } = await this.visited.at(pageLinkId, host);
      const { linkPicture } = await this.pages.ofLink(link);
      if (!linkPicture) throw notFound('page');
      const { id } = linkPicture;
      if (id !== pictureId) return { movedTo: await this.tokens.pathOf({ pageLinkId, pictureId: id }) };
      return { picture: await this.drawn.get(linkPicture) };
    });
  }
}
