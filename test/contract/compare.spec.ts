import { ANSWER, compare, REQUEST } from './compare.js';
import type { OpenApiDocument, Schema } from './schema.js';

const document: OpenApiDocument = {
  paths: {},
  components: { schemas: { Time: { type: 'string', pattern: '^\\+' } } },
};
const TIME = { $ref: '#/components/schemas/Time' };

function differences(contract: Schema, ours: Schema, facts: typeof REQUEST): string[] {
  return compare({ schema: contract, document }, { schema: ours, document }, facts).map(({ at, fact }) =>
    `${at} ${fact}`.trim(),
  );
}

describe('the comparison', () => {
  it.each<[Schema, Schema]>([
    [TIME, { type: 'string', pattern: '^\\+' }],
    [{ anyOf: [TIME, { type: 'null' }] }, { type: ['string', 'null'], pattern: '^\\+' }],
    [{ type: ['string', 'null'] }, { type: 'string', nullable: true }],
    [
      { type: ['string', 'null'], enum: ['a', null] },
      { type: ['string', 'null'], enum: ['a'] },
    ],
    [TIME, { description: 'When.', allOf: [TIME] } as Schema],
    [
      { type: 'object', required: ['a', 'b'] },
      { type: 'object', required: ['b', 'a'] },
    ],
  ])('takes %j and %j for the same', (one, other) => {
    expect(differences(one, other, REQUEST)).toEqual([]);
    expect(differences(one, other, ANSWER)).toEqual([]);
  });

  it.each<[string, Schema, Schema]>([
    ['types', { type: 'string' }, { type: 'number' }],
    ['types', { type: 'string' }, {}],
    ['nullable', { type: 'string' }, { type: ['string', 'null'] }],
    ['enum', { enum: ['a'] }, { enum: ['a', 'b'] }],
    ['pattern', TIME, { type: 'string' }],
    ['minLength', { minLength: 1 }, { minLength: 0 }],
    ['maxLength', { maxLength: 5 }, {}],
    ['minimum', { minimum: 0 }, { minimum: -1 }],
    ['maximum', { maximum: 5 }, { maximum: 6 }],
    ['required', { required: ['a'] }, {}],
    ['default', { default: [] }, {}],
    ['/a missing', { properties: { a: {} } }, {}],
    ['/a added', {}, { properties: { a: {} } }],
    [
      '/a/* types',
      { properties: { a: { items: TIME } } },
      { properties: { a: { items: { pattern: '^\\+' } } } },
    ],
  ])('sees %s, in requests and answers', (found, contract, ours) => {
    expect(differences(contract, ours, REQUEST)).toEqual([found]);
    expect(differences(contract, ours, ANSWER)).toEqual([found]);
  });

  it.each<[string, Schema, Schema]>([
    ['types', { type: 'number' }, { type: 'integer' }],
    ['nullable', { type: ['string', 'null'] }, { type: 'string' }],
    ['enum', { enum: ['a', 'b'] }, { enum: ['a'] }],
    ['pattern', {}, { pattern: 'a' }],
    ['minLength', { minLength: 1 }, { minLength: 2 }],
    ['maxLength', {}, { maxLength: 5 }],
    ['required', {}, { required: ['a'] }],
    ['/* added', { type: 'array' }, { type: 'array', items: {} }],
  ])('lets answers be narrower, but not requests: %s', (found, contract, ours) => {
    expect(differences(contract, ours, REQUEST)).toEqual([found]);
    expect(differences(contract, ours, ANSWER)).toEqual([]);
  });
});
