import type { VNode } from 'preact';
import type { OpenApiDocument } from '../browser/openapi-document.js';
import { FirstOperations } from './first-operations.js';
import { Frame } from './frame.js';
import type { Guide } from './guide-steps.js';

interface Props {
  document: OpenApiDocument;
  /** Those of the error catalogue, for the search box. */
  codes: readonly string[];
  guides: readonly Guide[];
  scripts: readonly string[];
}

/** The page of Swagger UI. What the scripts need is requested at once, and runs when the operations are in sight. */
export function ReferencePage({ document, codes, guides, scripts }: Props): VNode {
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
      {/* Above the operations, because Swagger UI says here that the document can not be loaded. */}
      <div id="swagger-ui" data-codes={codes.join(' ')} />
      <FirstOperations document={document} />
      <script src="/docs/swagger-ui-bundle.js" defer />
      <script src="/docs/browser/swagger-ui-init.js" type="module" />
    </Frame>
  );
}
