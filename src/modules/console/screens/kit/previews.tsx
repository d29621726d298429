import type { VNode } from 'preact';
import type { Api } from '../../calling/api-caller.js';
import { words } from '../../words/english.js';
import { previewUrlOf } from './preview-url.js';
import type { ShownAudience, ShownVersion } from './shown-audience.js';

/** Shows a version as visitors see it. */
export function versionPreview(
  api: Api,
  { pageId, audienceId }: ShownAudience,
  { versionId }: Pick<ShownVersion, 'versionId'>,
): Promise<string | undefined> {
  return previewUrlOf(api.pages.audiences.versions.preview(pageId, audienceId, versionId));
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
        <p class="hint">{words.pages.previewNone}</p>
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
