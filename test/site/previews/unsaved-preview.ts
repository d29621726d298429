import type { UsedTestService } from '../../support/test-service.js';
import { SiteVisitor } from '../site-visitor.js';

export interface Preview {
  url: string;
  expiresAt: string;
}

export const previewOf = ({ pageId }: { pageId: string }) => `/v0/pages/${pageId}/preview`;

/** Previews of what is not saved, and somebody who opens them. */
export class Previews {
  readonly visitor: SiteVisitor;

  constructor(private readonly used: UsedTestService) {
    this.visitor = new SiteVisitor(used);
  }

  async preview(page: { pageId: string }, body: object = {}): Promise<Preview> {
    return (await this.used.api.post(previewOf(page), body).expect(200)).body as Preview;
  }

  /** Where the site is asked for it. */
  pathIn({ url }: Preview): string {
    return url.slice(this.used.service.siteUrl.length);
  }

  async shown(preview: Preview): Promise<string> {
    return (await this.visitor.open(this.pathIn(preview)).expect(200)).text;
  }

  async count(): Promise<number> {
    const { rows } = await this.used.service.pool.query<{ count: number }>(
      'select count(*)::int as count from page_preview',
    );
    return rows[0]!.count;
  }
}
