import { FoyerError } from '@foyer/client';
import type { VNode } from 'preact';
import type { Api } from '../../calling/api-caller.js';
import { words } from '../../words/english.js';
import type { ShownAudience, ShownVersion } from './shown-audience.js';

/** The key may not make previews, there is no site, or there were too many previews. */
const WITHOUT_PREVIEW = [403, 409, 429, 503];

/** The address of a preview; undefined if there can be none, so that the rest of a screen is shown all the same. */
export async function urlOf(preview: Promise<{ url: string }>): Promise<string | undefined> {
  try {
    return (await preview).url;
  } catch (error) {
    if (error instanceof FoyerError && WITHOUT_PREVIEW.includes(error.status ?? 0)) return undefined;
    throw error;
  }
}

/** Shows a version as visitors see it. */
export function versionPreview(
  api: Api,
  { pageId, audienceId }: ShownAudience,
  { versionId }: Pick<ShownVersion, 'versionId'>,
): Promise<string | undefined> {
  return urlOf(api.pages.audiences.versions.preview(pageId, audienceId, versionId));
}

const WIDTHS = ['desktop', 'phone'] as const;

interface PreviewProps {
  url: string | undefined;
  title: string;
  about?: string;
  widths?: readonly (typeof WIDTHS)[number][];
}

/** The page at the width of a desktop and of a phone, made to fit. */
export function Previews({ url, title, about, widths = WIDTHS }: PreviewProps): VNode {
  const { audiences } = words;
  return (
    <section aria-labelledby="preview" data-preview>
      <h2 id="preview">{title}</h2>
      {url === undefined ? (
        <p class="hint">{audiences.previewNone}</p>
      ) : (
        <>
          <p class="meta">
            {about && <span data-preview-state>{about}</span>}
            <a href={url} target="_blank" rel="noreferrer">
              {words.pages.previewOpen}
            </a>
          </p>
          <div class={`devices of-${widths.length}`}>
            {widths.map((width) => (
              <div key={width} class={`device ${width}`}>
                <iframe src={url} title={audiences.previewFrames[width]} sandbox="allow-scripts" />
              </div>
            ))}
          </div>
        </>
      )}
    </section>
  );
}
