import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import type { RequestHandler } from 'express';
import { createDocument, type Tags } from './openapi.js';

/** Swagger UI at /docs, the document at /docs/openapi.json; the root leads there. */
export function serveDocs(app: NestExpressApplication, tags: Tags): void {
  SwaggerModule.setup('docs', app, () => createDocument(app, tags), {
    jsonDocumentUrl: 'docs/openapi.json',
    raw: ['json'],
    customSiteTitle: 'Foyer',
    customCss: '.topbar { display: none }',
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
