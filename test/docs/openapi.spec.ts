import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import {
  call,
  documentOf,
  inSafeOrder,
  operationsOf,
  type OpenApi,
  type Operation,
} from '../support/openapi/operations.js';
import { useTestService } from '../support/test-service.js';

const { service } = useTestService();
let document: OpenApi;
let operations: Operation[];

beforeAll(async () => {
  document = await documentOf(service);
  operations = await operationsOf(service);
});

describe('the OpenAPI document', () => {
  it('is the one that is committed', async () => {
    const committed = await readFile(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8');
    expect(JSON.parse(committed)).toEqual(document);
  });

  it('gives each operation what an SDK and its reader need', () => {
    const documented = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const names = documented.map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
    for (const operation of documented as unknown as Record<string, unknown>[]) {
      expect(operation).toMatchObject({
        operationId: expect.stringMatching(/^[a-z][A-Za-z]+$/),
        summary: expect.stringMatching(/^[A-Z].{3,60}[^.]$/),
        description: expect.stringMatching(/^[^]{20,}\.$/),
        tags: [expect.any(String)],
        responses: { 400: expect.anything() },
      });
    }
  });

  it('has examples that work as they stand, with answers as it describes them', async () => {
    const ajv = new Ajv2020({ strict: false });
    ajv.addSchema(document, 'document');
    for (const operation of inSafeOrder(operations)) {
      const answer = await call(service, operation, { path: operation.examplePath, key: service.home.key });
      expect({ [operation.id]: operation.successStatuses }).toEqual({
        [operation.id]: expect.arrayContaining([answer.status]),
      });
      if (!operation.isJson) continue;
      const pointer = `${operation.path.replaceAll('~', '~0').replaceAll('/', '~1')}/${operation.method.toLowerCase()}`;
      const validate = ajv.compile({
        $ref: `document#/paths/${encodeURI(pointer)}/responses/${answer.status}/content/application~1json/schema`,
      });
      expect([operation.id, validate(answer.json()), validate.errors]).toEqual([operation.id, true, null]);
    }
  });
});
