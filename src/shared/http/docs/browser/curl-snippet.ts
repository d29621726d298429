import type { ExampleRequest } from './example-request.js';

/** The request as a command for a shell. The key comes from the environment, so that it is in no history. */
export function curlSnippet(request: ExampleRequest, origin: string): string {
  const { method, body, isForm, needsKey, isLive } = request;
  const sendsBody = body !== undefined && Object.keys(body).length > 0;
  // With a body, curl sends a POST by itself.
  const isDefault = method === (sendsBody ? 'POST' : 'GET');
  return [
    `curl${isLive ? ' -N' : ''}${isDefault ? '' : ` -X ${method}`} "${origin}${pathOf(request)}"`,
    ...(needsKey ? ['-H "x-api-key: $FOYER_KEY"'] : []),
    ...(sendsBody && !isForm
      ? [`-H 'content-type: application/json'`, `-d ${quoted(JSON.stringify(body, null, 2))}`]
      : []),
    ...(sendsBody && isForm ? Object.entries(body).flatMap(fieldsOf) : []),
  ].join(' \\\n  ');
}

export function pathOf({ template, pathValues, query }: ExampleRequest): string {
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(pathValues[name] ?? ''),
  );
  const pairs = Object.entries(query).map((pair) => pair.map(encodeURIComponent).join('='));
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path;
}

/** A list is one field per item. */
function fieldsOf([name, value]: [string, unknown]): string[] {
  if (name === 'file') return [`-F 'file=@logo.svg;type=image/svg+xml'`];
  return [value].flat().map((item) => `-F ${quoted(`${name}=${String(item)}`)}`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
