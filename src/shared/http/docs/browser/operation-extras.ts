import { clientMethod } from './client-call.js';
import { clientSnippet } from './client-snippet.js';
import { curlSnippet } from './curl-snippet.js';
import { loaded } from './document-reader.js';
import { exampleRequest } from './example-request.js';
import { codesOf, responseAt, type OpenApiDocument } from './openapi-document.js';
import type { Component, ImmutableMap, React, System } from './swagger-types.js';

declare const location: { origin: string };

/** Shows the problems of an operation in one folded block, and the request of its example in several languages. */
export const operationExtras = ({ React }: System) => ({
  wrapComponents: {
    responses: (Responses: Component): Component =>
      function ResponsesWithExtras(props) {
        const responses = props.responses as ImmutableMap;
        const [path, method] = [props.path as string, props.method as string];
        const { document } = loaded;
        const isProblem = (_: unknown, status: string) => Number(status) >= 400;
        const accepted = responses.filter((response, status) => !isProblem(response, status));
        return React.createElement(
          'div',
          null,
          document && snippets(React, document, path, method),
          React.createElement(Responses, { ...props, responses: accepted }),
          document && problemsBlock(React, document, path, method),
        );
      },
  },
});

function problemsBlock(React: React, document: OpenApiDocument, path: string, method: string): unknown {
  const { responses } = document.paths[path]![method]!;
  const problems = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  if (problems.length === 0) return null;
  const statuses = problems.map(([status]) => status).join(', ');
  const rows = problems.map(([status, response]) => {
    const { description } = responseAt(response, document);
    const links = codesOf(response, document);
    return React.createElement(
      'tr',
      { key: status },
      React.createElement('th', { scope: 'row' }, status),
      React.createElement('td', null, ...links.map((code) => codeLink(React, code))),
      React.createElement('td', null, description?.replaceAll('`', '')),
    );
  });
  const header = ['Status', 'Codes', 'When'].map((text) =>
    React.createElement('th', { key: text, scope: 'col' }, text),
  );
  return React.createElement(
    'details',
    { className: 'problems' },
    React.createElement('summary', null, `Problems (${statuses})`),
    React.createElement(
      'table',
      null,
      React.createElement('thead', null, React.createElement('tr', null, header)),
      React.createElement('tbody', null, rows),
    ),
  );
}

export function codeLink({ createElement }: React, code: string): unknown {
  return createElement('a', { key: code, href: `/docs/errors#${code}` }, code);
}

function snippets(React: React, document: OpenApiDocument, path: string, method: string): unknown {
  const request = exampleRequest(document, path, method);
  const name = clientMethod(path, method, document.paths[path]![method]!);
  const samples = {
    curl: curlSnippet(request, location.origin),
    TypeScript: clientSnippet(request, name, location.origin),
  };
  return React.createElement(
    'details',
    { className: 'snippets' },
    React.createElement('summary', null, 'The example as code'),
    ...Object.entries(samples).map(([language, code]) =>
      React.createElement(
        'div',
        { key: language },
        React.createElement('h5', null, language),
        React.createElement('pre', { tabIndex: 0 }, code),
      ),
    ),
  );
}
