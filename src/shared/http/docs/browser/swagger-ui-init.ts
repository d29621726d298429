/**
 * Sets up Swagger UI. This folder runs in the browser: the docs page loads the compiled files as they are, so they
 * import only each other.
 * All settings: https://swagger.io/docs/open-source-tools/swagger-ui/usage/configuration/
 */
import { nameFields } from './accessibility.js';
import { followColourScheme } from './dark-mode.js';
import { jsonDocument, partsOfTheDocument } from './document-reader.js';
import { operationExtras } from './operation-extras.js';
import { operationFilter } from './operation-search.js';
import { pageLayout } from './page-layout.js';
import { closedEvents, missingFiles, plainHeadings } from './repairs.js';

declare const SwaggerUIBundle: (settings: object) => void;

followColourScheme();
nameFields();
SwaggerUIBundle({
  url: '/docs/openapi.json',
  dom_id: '#swagger-ui',
  layout: 'FoyerLayout',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  filter: true,
  persistAuthorization: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  syntaxHighlight: { theme: 'obsidian' },
  plugins: [
    ...[pageLayout, jsonDocument, operationExtras, operationFilter],
    ...[missingFiles, closedEvents, partsOfTheDocument, plainHeadings],
  ],
});
