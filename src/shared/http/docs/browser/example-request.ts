import type { OpenApiDocument, Parameter } from './openapi-document.js';

/** The request of an example, as the snippets send it. */
export interface ExampleRequest {
  method: string;
  /** With the names of its parameters, as in the document. */
  template: string;
  pathValues: Record<string, string>;
  /** Only parameters that are required. */
  query: Record<string, string>;
  body: Record<string, unknown> | undefined;
  /** Whether the body is a form with a file. */
  isForm: boolean;
  needsKey: boolean;
  /** Whether the answer stays open. */
  isLive: boolean;
  /** Whether the answer is a list or has a line for each record. */
  isSequence: boolean;
}

export function exampleRequest(document: OpenApiDocument, path: string, method: string): ExampleRequest {
  const { operationId, parameters = [], requestBody, responses, security } = document.paths[path]![method]!;
  const { 'multipart/form-data': form, 'application/json': json } = requestBody?.content ?? {};
  const examplesIn = (place: Parameter['in']) =>
    Object.fromEntries(
      parameters
        .filter((each) => each.in === place && each.required)
        .map(({ name, schema }) => [name, String(schema.example ?? '')]),
    );
  const isLive = 'text/event-stream' in (responses['200']?.content ?? {});
  return {
    method: method.toUpperCase(),
    template: path,
    pathValues: examplesIn('path'),
    query: examplesIn('query'),
    body: (form ?? json)?.example as ExampleRequest['body'],
    isForm: form !== undefined,
    needsKey: security?.length !== 0,
    isLive,
    isSequence: isLive || /^(list|search|export)/.test(operationId),
  };
}
