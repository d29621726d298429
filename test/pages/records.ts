import type { AudienceView } from '../../src/modules/pages/dto/audiences.dto.js';
import type { MessageView } from '../../src/modules/pages/dto/messages.dto.js';
import type { PageView } from '../../src/modules/pages/dto/pages.dto.js';
import type { VersionView } from '../../src/modules/pages/dto/versions.dto.js';
import type { ListPage } from '../../src/shared/answers/list-page.js';
import type { ApiClient } from '../support/api/api-client.js';

/** The least that a page is made from. */
export const PLAIN_PAGE = {
  name: 'Plain',
  pageContext: 'What it is about',
  pageType: 'inbound',
  brandId: 'acme',
  actions: [],
  actionCardWidgets: [],
  scripts: [],
};

export const action = (actionId: string) => ({
  actionId,
  purpose: 'Book a demo',
  buttonTitle: 'See it live',
  actionType: 'open_url',
  url: `https://example.com/${actionId}`,
});

/** What a test makes before it begins; each step must succeed. */
export class Records {
  constructor(readonly api: ApiClient) {}

  async page(body: object = {}): Promise<PageView> {
    return (await this.api.post('/v0/pages', { ...PLAIN_PAGE, ...body }).expect(201)).body as PageView;
  }

  async audience(body: object = {}, pageId?: string): Promise<AudienceView> {
    const path = `/v0/pages/${pageId ?? (await this.page()).pageId}/audiences`;
    return (await this.api.post(path, body).expect(201)).body as AudienceView;
  }

  async version(audience: AudienceView, body: object = {}): Promise<VersionView> {
    return (await this.api.post(`${pathOf(audience)}/versions`, body).expect(201)).body as VersionView;
  }

  /** Of up to a hundred, oldest first. */
  async versions(audience: AudienceView): Promise<VersionView[]> {
    return (await this.all<VersionView>(`${pathOf(audience)}/versions`)).reverse();
  }

  /** Of up to a hundred, oldest first. */
  async messages(audience: AudienceView): Promise<MessageView[]> {
    return (await this.all<MessageView>(`${pathOf(audience)}/messages`)).reverse();
  }

  async read<View>(path: string): Promise<View> {
    return (await this.api.get(path).expect(200)).body as View;
  }

  private async all<View>(path: string): Promise<View[]> {
    return (await this.read<ListPage<View>>(`${path}?limit=100`)).items;
  }
}

export function pagePath({ pageId }: { pageId: string }): string {
  return `/v0/pages/${pageId}`;
}

export function pathOf({ pageId, audienceId }: { pageId: string; audienceId: string }): string {
  return `/v0/pages/${pageId}/audiences/${audienceId}`;
}
