import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codesOf, type OpenApiDocument } from '../../../src/shared/http/docs/browser/openapi-document.js';

const file = join(import.meta.dirname, '../../../docs/openapi.json');
const document = JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument;

/** A fixed step of a path before a variable one: `{` comes after all letters. */
const OPERATIONS = Object.keys(document.paths)
  .sort()
  .map((path) => ({
    path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    methods: document.paths[path]!,
  }));

/** A worker has none of the operations. */
const OF_NO_OPERATION = 'not_served_here';

/** Whether the document names the code at the operation that a request calls; true if it calls none. */
export function isDocumented(method: string, url: string, status: number, code: string): boolean {
  const [path] = url.split('?', 1);
  const found = OPERATIONS.find((each) => each.path.test(path!))?.methods[method.toLowerCase()];
  if (!found || code === OF_NO_OPERATION) return true;
  const response = found.responses[status];
  return response !== undefined && codesOf(response, document).includes(code);
}
