import type { Page, WithDates } from '@foyer/client';
import type { VNode } from 'preact';
import type { Api } from '../../calling/api-caller.js';
import { words } from '../../words/english.js';
import { previewUrlOf } from '../kit/preview-url.js';
import { ifAllowed } from '../kit/screen.js';

type ShownPage = WithDates<Page>;
type Change = NonNullable<Parameters<Api['pages']['preview']>[1]>;

/** As many of the newest pages as are looked at. */
const LOOKED_AT = 20;

export interface SitePreview {
  url: string;
  pageName: string;
}

/**
 * A page as visitors would see it with this change: the newest one that fits best, else the newest one. Undefined if
 * there is none.
 */
export async function previewWith(
  api: Api,
  change: Change,
  fitsBest: (page: ShownPage) => boolean,
): Promise<SitePreview | undefined> {
  const pages = await ifAllowed(api.pages.list({ limit: LOOKED_AT, sort: '-updatedAt' }));
  const shown = pages?.items.filter(({ status }) => status !== 'archived');
  const page = shown?.find(fitsBest) ?? shown?.[0];
  if (!page) return undefined;
  const url = await previewUrlOf(api.pages.preview(page.pageId, change, {}, { retries: 0 }));
  return url === undefined ? undefined : { url, pageName: page.name };
}

/** What visitors see. */
export function SitePreviewFrame({ of: preview }: { of: SitePreview | undefined }): VNode | null {
  if (!preview) return null;
  const { library, pages } = words;
  return (
    <section aria-labelledby="on-site">
      <h2 id="on-site">{library.onSite}</h2>
      <p class="meta">
        <span>{library.onPage(preview.pageName)}</span>
        <a href={preview.url} target="_blank" rel="noreferrer">
          {pages.previewOpen}
        </a>
      </p>
      <iframe
        class="preview"
        src={preview.url}
        title={pages.previewFrame}
        sandbox="allow-scripts"
        loading="lazy"
      />
    </section>
  );
}
