import { routesOf } from '../../src/shared/http/server/route-index.js';
import { call, operationsOf, type Operation } from '../support/openapi/operations.js';
import { useTestService } from '../support/test-service.js';

/** Every route that needs no key. Nothing is added here by accident. */
const PUBLIC = [
  'GET /',
  'GET /docs',
  'GET /docs/browser/accessibility.js',
  'GET /docs/browser/client-call.js',
  'GET /docs/browser/client-snippet.js',
  'GET /docs/browser/curl-snippet.js',
  'GET /docs/browser/dark-mode.js',
  'GET /docs/browser/document-reader.js',
  'GET /docs/browser/example-request.js',
  'GET /docs/browser/fresh-examples.js',
  'GET /docs/browser/guide-address.js',
  'GET /docs/browser/guide-init.js',
  'GET /docs/browser/openapi-document.js',
  'GET /docs/browser/operation-extras.js',
  'GET /docs/browser/operation-search.js',
  'GET /docs/browser/page-layout.js',
  'GET /docs/browser/repairs.js',
  'GET /docs/browser/swagger-types.js',
  'GET /docs/browser/swagger-ui-init.js',
  'GET /docs/docs.css',
  'GET /docs/errors',
  'GET /docs/favicon-32x32.png',
  'GET /docs/guides/first-page',
  'GET /docs/guides/webhooks',
  'GET /docs/openapi.json',
  'GET /docs/swagger-ui-bundle.js',
  'GET /docs/swagger-ui.css',
  'GET /charts/:token.svg',
  'GET /files/:token',
  'GET /health/live',
  'GET /health/ready',
  'GET /llms.txt',
];

/** Routes that clients do not call on their own: other answers contain their URLs. */
const UNDOCUMENTED = ['GET /charts/:token.svg', 'GET /files/:token'];

const CHANGES = ['PUT', 'PATCH', 'DELETE'];

const { service } = useTestService();
let operations: Operation[];

beforeAll(async () => {
  operations = await operationsOf(service);
});

function routes(): { method: string; path: string }[] {
  return routesOf(service.app.getHttpAdapter().getInstance()).flatMap(({ methods, path }) =>
    methods.map((method) => ({ method, path })),
  );
}

describe('every route', () => {
  it('wants a key, but for those that are listed', async () => {
    const open: string[] = [];
    for (const { method, path } of routes()) {
      const { status } = await fetch(service.url + path.replaceAll(/:\w+/g, 'x'), {
        method,
        redirect: 'manual',
      });
      if (status !== 401) open.push(`${method} ${path}`);
    }
    expect(open.sort()).toEqual([...PUBLIC].sort());
  });

  it('is in the document, but for the docs themselves', () => {
    const documented = operations.map(
      ({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    );
    const served = routes()
      .map(({ method, path }) => `${method} ${path}`)
      .filter((route) => !/^GET \/(docs.*|llms\.txt)?$/.test(route) && !UNDOCUMENTED.includes(route));
    expect(served.sort()).toEqual(documented.sort());
  });

  it('that changes or deletes a record honours If-Match', async () => {
    const changing = operations.filter(
      ({ method, takesIfMatch }) => takesIfMatch || CHANGES.includes(method),
    );
    expect(changing.length).toBeGreaterThan(0);
    for (const operation of changing) {
      const { status } = await call(service, operation, {
        path: operation.examplePath,
        key: service.home.key,
        headers: { 'if-match': '"some other state"' },
      });
      expect([operation.id, status]).toEqual([operation.id, 412]);
    }
  });
});
