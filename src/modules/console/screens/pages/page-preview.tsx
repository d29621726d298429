import { FoyerError } from '@foyer/client';
import type { VNode } from 'preact';
import type { Api } from '../../calling/api-caller.js';
import { words } from '../../words/english.js';
import { previewUrlOf } from '../kit/preview-url.js';
import type { ShownPage } from './shown-page.js';

interface ShownPreview {
  url: string;
  isSaved: boolean;
}

/** Undefined if there can be none. */
export async function previewOf(
  api: Api,
  page: ShownPage,
  change: object,
): Promise<ShownPreview | undefined> {
  if (page.status === 'archived') return undefined;
  const url = await previewUrlOf(api.pages.preview(page.pageId, change));
  return url === undefined ? undefined : { url, isSaved: Object.keys(change).length === 0 };
}

/** The same of what is typed, or of what is saved while that can't be shown. */
export async function previewOfTyped(
  api: Api,
  page: ShownPage,
  change: object,
): Promise<ShownPreview | undefined> {
  try {
    return await previewOf(api, page, change);
  } catch (error) {
    if (!(error instanceof FoyerError) || ![400, 422].includes(error.status ?? 0)) throw error;
    return previewOf(api, page, {});
  }
}

export function Preview({ of: preview }: { of: ShownPreview | undefined }): VNode {
  const { pages } = words;
  return (
    <section aria-labelledby="preview" data-preview>
      <h2 id="preview">{pages.previewTitle}</h2>
      {preview ? (
        <>
          <p class="meta">
            <span data-preview-state>{preview.isSaved ? pages.previewSaved : pages.previewUnsaved}</span>
            <a href={preview.url} target="_blank" rel="noreferrer">
              {pages.previewOpen}
            </a>
          </p>
          <iframe class="preview" src={preview.url} title={pages.previewFrame} sandbox="allow-scripts" />
        </>
      ) : (
        <p class="hint">{pages.previewNone}</p>
      )}
    </section>
  );
}
