import type { ExampleRequest } from './example-request.js';

/** The request as a program with the client. `method` is as in `pages.audiences.create`. */
export function clientSnippet(request: ExampleRequest, method: string, origin: string): string {
  const call = `foyer.${method}(${argumentsOf(request).join(', ')})`;
  return [
    `import { Foyer } from '@foyer/client';`,
    ...(request.isForm ? [`import { fileFromPath } from '@foyer/client/node';`] : []),
    '',
    `const foyer = new Foyer({ url: '${origin}', key: process.env.FOYER_KEY! });`,
    ...(request.isSequence
      ? [`for await (const item of ${call}) console.log(item);`]
      : [`const answer = await ${call};`, 'console.log(answer);']),
  ].join('\n');
}

/** The ids of the path, the body, the query. */
function argumentsOf({ template, pathValues, body = {}, isForm, query }: ExampleRequest): string[] {
  const ids = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => literal(pathValues[name!]));
  const fields = isForm ? formFields(body) : body;
  return [
    ...ids,
    ...[fields, query].filter((each) => Object.keys(each).length > 0).map((each) => literal(each)),
  ];
}

class Code {
  constructor(readonly text: string) {}
}

function formFields(body: Record<string, unknown>): Record<string, unknown> {
  return { ...body, file: new Code(`await fileFromPath('logo.svg')`) };
}

/** A value as Prettier would write it, apart from the length of lines. */
function literal(value: unknown, indent = ''): string {
  if (value instanceof Code) return value.text;
  if (typeof value === 'string') return text(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item) => literal(item, inner))
    : Object.entries(value).map(([name, item]) => `${key(name)}: ${literal(item, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (items.length === 0) return `${open}${close}`;
  const space = Array.isArray(value) ? '' : ' ';
  const line = `${open}${space}${items.join(', ')}${space}${close}`;
  if (line.length < 60 && !line.includes('\n')) return line;
  return `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}${close}`;
}

function text(value: string): string {
  const quoted = JSON.stringify(value);
  return value.includes("'") ? quoted : `'${quoted.slice(1, -1).replaceAll('\\"', '"')}'`;
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : text(name);
}
