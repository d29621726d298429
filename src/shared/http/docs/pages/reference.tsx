import type { VNode } from 'preact';
import { Frame } from './frame.js';
import type { Guide } from './guide-steps.js';

/** The page of Swagger UI. What the scripts need is requested at once, not one after the other. */
export function ReferencePage({
  guides,
  scripts,
}: {
  guides: readonly Guide[];
  scripts: readonly string[];
}): VNode {
  return (
    <Frame
      title="Foyer"
      path="/docs"
      guides={guides}
      head={
        <>
          <link rel="preload" href="/docs/openapi.json" as="fetch" crossOrigin="anonymous" />
          {scripts.map((name) => (
            <link rel="modulepreload" href={`/docs/browser/${name}`} />
          ))}
          <link rel="stylesheet" href="/docs/swagger-ui.css" />
        </>
      }
    >
      <div id="swagger-ui">
        <p class="docs-loading">Loading the operations …</p>
      </div>
      <script src="/docs/swagger-ui-bundle.js" />
      <script src="/docs/browser/swagger-ui-init.js" type="module" />
    </Frame>
  );
}
