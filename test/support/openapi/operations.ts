/** An operation as described in the document, ready to be called with its own examples. */
export interface Operation {
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  tag: string;
  public: boolean;
  /** Contains the ids of the sample data. */
  examplePath: string;
  exampleBody: object | undefined;
  successStatuses: number[];
  takesIfMatch: boolean;
  /** Whether the example is sent as a form; its file is a text, like all other fields. */
  isForm: boolean;
  /** Whether it returns JSON: an export and the metrics do not. */
  isJson: boolean;
}

interface DocumentedOperation {
  operationId: string;
  tags: string[];
  security?: object[];
  parameters?: { name: string; in: string; required?: boolean; schema: { example?: string } }[];
  requestBody?: { content: Record<string, { example?: object }> };
  responses: Record<string, { content?: object }>;
}

export interface OpenApi {
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, object> };
  webhooks: Record<string, object>;
}

export async function documentOf(service: { url: string }): Promise<OpenApi> {
  const answer = await fetch(`${service.url}/docs/openapi.json`);
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as OpenApi;
}

export async function operationsOf(service: { url: string }): Promise<Operation[]> {
  return operationsIn(await documentOf(service));
}

export function operationsIn({ paths }: OpenApi): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => describeOperation(method, path, operation)),
  );
}

/** Puts deletions last, inner before outer records, so that each operation finds the records it names. */
export function inSafeOrder(operations: readonly Operation[]): Operation[] {
  const weight = ({ method, path }: Operation) => (method === 'DELETE' ? 1000 - path.length : 0);
  return [...operations].sort((a, b) => weight(a) - weight(b));
}

/** Sends the operation's example with the key. */
export async function call(
  service: { url: string },
  { method, exampleBody, isForm }: Operation,
  { path, key, headers = {} }: { path: string; key?: string; headers?: Record<string, string> },
): Promise<{ status: number; headers: Headers; text: string; json: () => Record<string, unknown> }> {
  const answer = await fetch(service.url + path, {
    method,
    body: exampleBody && (isForm ? formOf(exampleBody) : JSON.stringify(exampleBody)),
    headers: {
      ...(key && { 'x-api-key': key }),
      ...(exampleBody && !isForm && { 'content-type': 'application/json' }),
      ...headers,
    },
  });
  const text = await textOf(answer);
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    json: () => JSON.parse(text) as Record<string, unknown>,
  };
}

/** Of an answer that stays open, what it says first. */
async function textOf(answer: Response): Promise<string> {
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) return answer.text();
  const reader = answer.body!.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return Buffer.from(value ?? []).toString();
}

export function describeOperation(method: string, path: string, operation: DocumentedOperation): Operation {
  const content = operation.requestBody?.content ?? {};
  return {
    id: operation.operationId,
    method: method.toUpperCase() as Operation['method'],
    path,
    tag: operation.tags[0]!,
    public: !operation.security?.length,
    examplePath:
      path.replaceAll(/\{(\w+)\}/g, (_, name: string) => exampleOf(operation, name)) + queryOf(operation),
    successStatuses: Object.keys(operation.responses)
      .map(Number)
      .filter((status) => status < 300),
    takesIfMatch: operation.parameters?.some(({ name }) => name === 'If-Match') ?? false,
    exampleBody: content['application/json']?.example ?? content['multipart/form-data']?.example,
    isForm: 'multipart/form-data' in content,
    isJson: Object.values(operation.responses).some(
      (answer) => answer.content && 'application/json' in answer.content,
    ),
  };
}

function formOf(example: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(example)) {
    const texts = [value].flat().map(String);
    for (const text of texts) form.append(name, name === 'file' ? new Blob([text]) : text);
  }
  return form;
}

/** The required parameters of the query string. */
function queryOf(operation: DocumentedOperation): string {
  const needed = operation.parameters?.filter((each) => each.in === 'query' && each.required) ?? [];
  const given = needed.map(({ name, schema }) => [name, schema.example ?? ''] as [string, string]);
  return given.length > 0 ? `?${new URLSearchParams(given).toString()}` : '';
}

function exampleOf(operation: DocumentedOperation, name: string): string {
  const parameter = operation.parameters?.find((each) => each.in === 'path' && each.name === name);
  const example = parameter?.schema.example;
  if (example === undefined)
    throw new Error(`${operation.operationId} has no example for ${name}, so no test can call it.`);
  return example;
}
