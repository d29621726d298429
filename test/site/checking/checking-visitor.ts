import type {
  AudienceCheckView,
  FindingView,
  PageCheckView,
} from '../../../src/modules/site/checking/checks.dto.js';
import { action, pathOf } from '../../pages/records.js';
import { SiteVisitor } from '../site-visitor.js';

/** Says all that a visitor needs. Its brand is one of the sample data. */
export const CLEAN = {
  name: 'Clean',
  metadata: { title: 'For you', description: 'What you gain', themeColor: '#0f766e' },
  actions: [action('book'), { ...action('share'), actionType: 'copy_text', url: 'any text' }],
  body: 'See [all of it](https://example.com/all) or [write](mailto:a@example.com), [below](#below).',
};

export const widget = (more: object) => ({
  type: 'logo_marquee',
  title: 'They trust us',
  logos: [],
  ...more,
});
export const logo = (image: object) =>
  widget({ logos: [{ image: { altText: 'A', url: '', fileId: '', assetId: '', ...image } }] });

export const withAction = (change: object) => ({ actions: [{ ...action('a'), ...change }] });
export const withUrl = (url: string) => withAction({ url });
export const withBody = (body: string) => ({ body });

export const placeOf = ({ code, pointer }: FindingView) => `${code} ${pointer}`;

/** Makes pages that differ from a clean one, and checks them. */
export class CheckingVisitor extends SiteVisitor {
  async checkOf(page: object): Promise<PageCheckView> {
    const { pageId } = await this.page({ ...CLEAN, ...page });
    return this.read<PageCheckView>(`/v0/pages/${pageId}/check`);
  }

  async checkedAudience(page: object, overrides: object): Promise<AudienceCheckView> {
    const audience = await this.audience(overrides, (await this.page({ ...CLEAN, ...page })).pageId);
    return this.read<AudienceCheckView>(`${pathOf(audience)}/check`);
  }
}
