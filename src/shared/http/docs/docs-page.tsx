import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { RequestHandler } from 'express';
import swaggerUiFolder from 'swagger-ui-dist/absolute-path.js';
import { ERROR_CATALOGUE } from '../problems/problem.js';
import { DOCS_HEADERS } from '../server/security-headers.js';
import type { OpenApiDocument } from './browser/openapi-document.js';
import { createDocument, type Documented } from './openapi.js';
import { ErrorCatalogue } from './pages/error-catalogue.js';
import { htmlOf } from './pages/frame.js';
import { GuidePage } from './pages/guide.js';
import { guidePath } from './pages/guide-steps.js';
import { llmsTxt } from './pages/llms-txt.js';
import { ReferencePage } from './pages/reference.js';
import { REFERENCE_STYLESHEET } from './pages/reference-stylesheet.js';
import { STYLESHEET } from './pages/stylesheet.js';

const SWAGGER_UI_FILES = ['swagger-ui-bundle.js', 'swagger-ui.css', 'favicon-32x32.png'];
/** The scripts of ours that run in the browser, as compiled. */
const BROWSER_FOLDER = fileURLToPath(new URL('browser/', import.meta.url));

const compress = promisify(gzip);

type Content = string | Buffer | Promise<string | Buffer>;

/** Serves the docs: Swagger UI at /docs, the document, the error catalogue, the guides, and /llms.txt. */
export function serveDocs(app: NestExpressApplication, documented: Documented): void {
  const server = app.getHttpAdapter().getInstance();
  const { problems, faults, reasons, guides } = documented;
  const codes = Object.keys({ ...problems, ...faults, ...reasons }).sort();
  const scripts = readdirSync(BROWSER_FOLDER).filter((name) => name.endsWith('.js'));
  const ofReference = scripts.filter((name) => !name.startsWith('guide-'));
  const document = once(async () => createDocument(app, documented));
  const serve = (path: string, type: string, make: () => Content) => server.get(path, compressed(type, make));
  serve('/docs', 'html', async () => {
    const read = (await document()) as unknown as OpenApiDocument;
    return htmlOf(<ReferencePage {...{ document: read, codes, guides, scripts: ofReference }} />);
  });
  serve('/docs/openapi.json', 'json', async () => JSON.stringify(await document()));
  serve(ERROR_CATALOGUE, 'html', async () =>
    htmlOf(<ErrorCatalogue {...documented} document={await document()} />),
  );
  for (const guide of guides)
    serve(guidePath(guide), 'html', () => htmlOf(<GuidePage guide={guide} guides={guides} />));
  serve('/llms.txt', 'txt', async () => llmsTxt(await document(), guides));
  serve('/docs/docs.css', 'css', () => STYLESHEET + REFERENCE_STYLESHEET);
  for (const name of SWAGGER_UI_FILES)
    serve(`/docs/${name}`, name, () => readFile(join(swaggerUiFolder(), name)));
  for (const name of scripts)
    serve(`/docs/browser/${name}`, 'js', () => readFile(join(BROWSER_FOLDER, name)));
  const toDocs: RequestHandler = (_req, res) => res.redirect('/docs');
  server.get('/', toDocs);
}

/** Anyone can request the docs as often as they like, so they are built and compressed once. */
function compressed(type: string, make: () => Content): RequestHandler {
  const plain = once(async () => Buffer.from((await make()) as string));
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
