import type { OpenAPIObject } from '@nestjs/swagger';
import { IS_SHARED } from '../endpoint/endpoint-problems.js';
import { shareAnswers } from './openapi-shared.js';

const CODES = ['validation_failed', 'malformed_json', 'invalid_cursor', 'conflict', 'idempotency_key_in_use'];

/** A problem as the decorators of an operation document it. */
function problem(code: string, description: string) {
  const headers = { Link: { description: 'The entry of the code.' } };
  return { description, headers, content: { 'application/problem+json': { example: { code } } } };
}

const shared = (code: string, description: string) => ({ ...problem(code, description), [IS_SHARED]: true });

const LIST = { 400: shared('validation_failed', 'Invalid, or of another list (`invalid_cursor`).') };
const CREATE = {
  400: shared('validation_failed', 'Invalid, or not JSON (`malformed_json`); `errors` has the faults.'),
  409: shared('idempotency_key_in_use', 'Still running (`idempotency_key_in_use`), or `conflict`.'),
};
const REMOVE = { 400: shared('validation_failed', 'Invalid.'), 409: shared('conflict', 'At once.') };
const ARCHIVE = { 400: shared('validation_failed', 'Invalid.'), 409: problem('conflict', 'It is archived.') };

function documentOf(...operations: object[]): OpenAPIObject {
  const paths = operations.map((responses, at): [string, object] => [`/${at}`, { get: { responses } }]);
  const document = structuredClone<unknown>({
    paths: Object.fromEntries(paths),
    components: { schemas: { ProblemCode: { enum: CODES } } },
  }) as OpenAPIObject;
  shareAnswers(document);
  return document;
}

const namesIn = ({ components }: OpenAPIObject) => Object.keys(components!.responses!);

describe('the shared answers of the API document', () => {
  it('are named after all their codes', () => {
    expect(namesIn(documentOf(LIST, CREATE, REMOVE))).toEqual([
      'ValidationFailedOrInvalidCursor',
      'ValidationFailedOrMalformedJson',
      'IdempotencyKeyInUseOrConflict',
      'ValidationFailed',
      'Conflict',
    ]);
  });

  it('keep their names when an operation is added in front of the others', () => {
    const before = documentOf(LIST, CREATE);
    const after = documentOf(REMOVE, LIST, CREATE);
    expect(after.components!.responses).toMatchObject(before.components!.responses!);
    expect([after.paths['/1'], after.paths['/2']]).toEqual([before.paths['/0'], before.paths['/1']]);
  });

  it('are without what an operation says in its own words', () => {
    const document = documentOf(ARCHIVE, REMOVE);
    expect(['/0', '/1'].map((path) => document.paths[path]!.get!.responses['409'])).toEqual([
      { ...ARCHIVE[409], headers: { Link: { $ref: '#/components/headers/Link' } } },
      { $ref: '#/components/responses/Conflict' },
    ]);
    expect(JSON.stringify(document)).not.toContain(IS_SHARED);
  });

  it('can not have one name for two texts', () => {
    const other = { 409: shared('conflict', 'Later.') };
    expect(() => documentOf(REMOVE, other)).toThrow('Two responses of the document have the name Conflict.');
  });
});
