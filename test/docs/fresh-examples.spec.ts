import { exampleRequest } from '../../src/shared/http/docs/browser/example-request.js';
import { freshenExamples } from '../../src/shared/http/docs/browser/fresh-examples.js';
import { pathOf } from '../../src/shared/http/docs/browser/curl-snippet.js';
import type { OpenApiDocument } from '../../src/shared/http/docs/browser/openapi-document.js';
import { documentOf } from '../support/openapi/operations.js';
import { useTestService } from '../support/test-service.js';

const { service } = useTestService();

/** Sends the example of a POST, as somebody does whose page was loaded with this suffix. */
async function send(document: OpenApiDocument, path: string, suffix: string): Promise<string> {
  const shown = structuredClone(document);
  freshenExamples(shown, suffix);
  const request = exampleRequest(shown, path, 'post');
  const answer = await fetch(service.url + pathOf(request), {
    method: 'POST',
    headers: { 'x-api-key': service.home.key, 'content-type': 'application/json' },
    body: JSON.stringify(request.body),
  });
  const { code } = (await answer.json()) as { code?: string };
  return `${path} ${answer.status} ${code ?? ''}`.trim();
}

it('creates something with each example, whenever the page is loaded', async () => {
  const document = (await documentOf(service)) as unknown as OpenApiDocument;
  const paths = Object.entries(document.paths)
    .filter(
      ([, { post }]) => post && '201' in post.responses && post.requestBody?.content['application/json'],
    )
    .map(([path]) => path);
  expect(paths.length).toBeGreaterThan(15);
  for (const suffix of ['k3x1', 'z9w2']) {
    const answers: string[] = [];
    for (const path of paths) answers.push(await send(document, path, suffix));
    // Some answer a repeat with the record that is there.
    expect(answers.filter((answer) => !/ 20[01]$/.test(answer))).toEqual([]);
  }
  expect(await send(document, '/v0/persons', 'z9w2')).toBe('/v0/persons 409 email_taken');
});
