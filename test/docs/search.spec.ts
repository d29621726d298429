import { codesMatching, searcher } from '../../src/shared/http/docs/browser/operation-search.js';
import type { OpenApiDocument } from '../../src/shared/http/docs/browser/openapi-document.js';
import { documentOf } from '../support/openapi/operations.js';
import { useTestService } from '../support/test-service.js';

const { service } = useTestService();
let document: OpenApiDocument;

beforeAll(async () => {
  document = (await documentOf(service)) as unknown as OpenApiDocument;
});

function found(phrase: string): string[] {
  const isMeant = searcher(document, phrase);
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method]) => isMeant(path, method))
      .map(([, { operationId }]) => operationId),
  );
}

describe('the search box of the docs', () => {
  it.each([
    ['the id of an operation', 'createPage', ['createPage', 'createPageLink', 'createPageLinks']],
    ['a method and a path', 'delete /v0/topics/{topic_id}', ['deleteTopic', 'deleteTopicEntry']],
    ['words of the summary', 'lookup email', ['lookUpPerson']],
    ['a field of a body', 'queryThatNobodyHas', []],
    ['a field of a body and an operation', 'overlapHours', ['rotateApiKey']],
    [
      'a field of an answer',
      'draftReason post versions',
      ['createVersion', 'rollBackVersion', 'publishVersion', 'cancelVersion'],
    ],
    ['a query parameter', 'maxMentions', ['deletePerson']],
    ['a code', 'too_many_mentions', ['deletePerson']],
  ])('finds %s', (_, phrase, expected) => {
    expect(found(phrase)).toEqual(expected);
  });

  it('lists codes that contain the phrase', () => {
    const codes = ['email_missing', 'email_taken', 'too_short'];
    expect(codesMatching(codes, 'email tak')).toEqual(['email_taken']);
    expect(codesMatching(codes, 'em')).toEqual([]);
  });

  it('knows all codes of the catalogue', async () => {
    const [page, catalogue] = await Promise.all(
      ['/docs', '/docs/errors'].map(async (path) => (await fetch(service.url + path)).text()),
    );
    const codes = /<div id="swagger-ui" data-codes="([a-z_0-9 ]+)"/.exec(page!)![1]!.split(' ');
    const entries = [...catalogue!.matchAll(/<section id="([a-z_0-9]+)"/g)].map(([, id]) => id!);
    expect(codes).toEqual(entries.sort());
    expect(codes).toEqual(expect.arrayContaining(['email_taken', 'too_short', 'composer_timeout']));
  });
});
