import { freshenExamples } from './fresh-examples.js';
import type { OpenApiDocument } from './openapi-document.js';
import type { System } from './swagger-types.js';

/** The document as the page shows it, once it is loaded. */
export const loaded: { document?: OpenApiDocument } = {};

/** Swagger UI reads the document as YAML, which takes ten times as long as JSON. */
export const jsonDocument = ({ specActions }: System) => ({
  statePlugins: {
    spec: {
      wrapActions: {
        parseToJson: () => (text: string) => {
          const document = JSON.parse(text) as OpenApiDocument;
          freshenExamples(document, Date.now().toString(36));
          loaded.document = document;
          return specActions.updateJsonSpec(document);
        },
      },
    },
  },
});
