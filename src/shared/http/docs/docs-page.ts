import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { RequestHandler } from 'express';
import swaggerUiFolder from 'swagger-ui-dist/absolute-path.js';
import { createDocument, type Documented } from './openapi.js';
import { DOCS_HEADERS } from '../server/security-headers.js';

const PAGE = `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="UTF-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Foyer</title>
  <link rel="stylesheet" href="/docs/index.css">
  <link rel="stylesheet" href="/docs/swagger-ui.css">
  <link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
</head>
<body>
  <div id="swagger-ui"></div>
  <script src="/docs/swagger-ui-bundle.js"></script>
  <script src="/docs/swagger-ui-init.js" type="module"></script>
</body>
</html>
`;

const SWAGGER_UI_FILES = ['swagger-ui-bundle.js', 'swagger-ui.css', 'index.css', 'favicon-32x32.png'];
const INIT_SCRIPT = new URL('swagger-ui-init.js', import.meta.url);

const compress = promisify(gzip);

type Content = string | Buffer | Promise<Buffer>;

/** Serves Swagger UI at /docs and the document at /docs/openapi.json; the root redirects to /docs. */
export function serveDocs(app: NestExpressApplication, documented: Documented): void {
  const server = app.getHttpAdapter().getInstance();
  const serve = (path: string, type: string, make: () => Content) => server.get(path, compressed(type, make));
  serve('/docs', 'html', () => PAGE);
  serve('/docs/openapi.json', 'json', () => JSON.stringify(createDocument(app, documented)));
  serve('/docs/swagger-ui-init.js', 'js', () => readFile(INIT_SCRIPT));
  for (const name of SWAGGER_UI_FILES)
    serve(`/docs/${name}`, name, () => readFile(join(swaggerUiFolder(), name)));
  const toDocs: RequestHandler = (_req, res) => res.redirect('/docs');
  server.get('/', toDocs);
}

/** Anyone can request the docs as often as they like, so they are built and compressed once. */
function compressed(type: string, make: () => Content): RequestHandler {
  const plain = once(async () => Buffer.from(await make()));
  const zipped = once(async () => compress(await plain()));
  return async (req, res) => {
    const isZipped = req.acceptsEncodings('gzip', 'identity') === 'gzip';
    const content = await (isZipped ? zipped() : plain());
    res.setHeaders(DOCS_HEADERS as Map<string, string>);
    if (isZipped) res.setHeader('Content-Encoding', 'gzip');
    res.vary('Accept-Encoding').type(type).send(content);
  };
}

/** Caches the result, but not a failure. */
function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
