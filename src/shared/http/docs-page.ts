import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import type { RequestHandler } from 'express';
import type { HelmetOptions } from 'helmet';
import { createDocument } from './openapi.js';

/** Helmet's own policy, without turning http into https: Swagger UI must also work on a plain port. */
export const CONTENT_SECURITY: HelmetOptions['contentSecurityPolicy'] = {
  directives: { 'upgrade-insecure-requests': null },
};

/** Swagger UI at /docs, the document at /docs/openapi.json; the root leads there. */
export function serveDocs(app: NestExpressApplication): void {
  SwaggerModule.setup('docs', app, () => createDocument(app), {
    jsonDocumentUrl: 'docs/openapi.json',
    raw: ['json'],
    customSiteTitle: 'Foyer',
    swaggerOptions: {
      persistAuthorization: true,
      tryItOutEnabled: true,
      displayRequestDuration: true,
      docExpansion: 'list',
    },
  });
  const toDocs: RequestHandler = (_req, res) => res.redirect('/docs');
  app.getHttpAdapter().getInstance().get('/', toDocs);
}
