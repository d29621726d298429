/** A part of the docs that can be read by itself. */
export interface DocPart {
  /** The id of an operation, or the path of a section. */
  id: string;
  title: string;
  text: string;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
}

interface Operation {
  operationId: string;
  summary: string;
  description?: string;
}

const OVERVIEW = '/llms.txt';
const TIMEOUT_MS = 30_000;

const read = new Map<string, Promise<DocPart[]>>();

/** The docs of the service, so that they fit its release. They are read once. */
export function readDocs(url: string): Promise<DocPart[]> {
  const parts = read.get(url) ?? load(url);
  read.set(url, parts);
  parts.catch(() => read.delete(url));
  return parts;
}

/** A proxy may answer with something else. */
function load(url: string): Promise<DocPart[]> {
  return loadAll(url).catch((error: Error) => {
    throw error instanceof DocsUnavailable
      ? error
      : new DocsUnavailable(`The docs of the service can not be read: ${error.message}.`);
  });
}

async function loadAll(url: string): Promise<DocPart[]> {
  const overview = await readText(url, OVERVIEW);
  const document = JSON.parse(await readText(url, '/docs/openapi.json')) as Document;
  const paths = [...overview.matchAll(/\]\((\/docs\/(?:guides\/[^)]+|errors))\)/g)].map(
    ([, path = '']) => path,
  );
  const pages = await Promise.all(paths.map(async (path) => sectionsOf(path, await readText(url, path))));
  return [{ id: OVERVIEW, title: 'Overview', text: overview }, ...operationsOf(document), ...pages.flat()];
}

async function readText(url: string, path: string): Promise<string> {
  // The service may be below a path.
  const answer = await fetch(url.replace(/\/+$/, '') + path, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!answer.ok) throw new DocsUnavailable(`The service answers ${answer.status} for its docs at ${path}.`);
  return answer.text();
}

export class DocsUnavailable extends Error {
  override readonly name = 'DocsUnavailable';
}

function operationsOf({ paths }: Document): DocPart[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { operationId, summary, description = '' }]) => ({
      id: operationId,
      title: `${summary} (${method.toUpperCase()} ${path})`,
      text: description,
    })),
  );
}

/** The pages of the docs are made by the service, so their HTML is known. */
function sectionsOf(path: string, html: string): DocPart[] {
  const [, body = html] = /<main\b[^>]*>([^]*)<\/main>/.exec(html) ?? [];
  const [first = '', ...others] = body.split(/(?=<(?:section|h2)\b)/);
  const page = textOf(/<h1\b[^>]*>([^]*?)<\/h1>/.exec(first)?.[1] ?? path);
  const sections = others.map((section, index) => {
    const anchor = /^<\w+ id="([^"]+)"/.exec(section)?.[1] ?? String(index + 1);
    const title = textOf(/<h[23]\b[^>]*>([^]*?)<\/h[23]>/.exec(section)?.[1] ?? anchor);
    return { id: `${path}#${anchor}`, title: `${page}: ${title}`, text: textOf(section) };
  });
  return [{ id: path, title: page, text: textOf(first) }, ...sections];
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function textOf(html: string): string {
  return html
    .replaceAll(/<(script|style)\b[^]*?<\/\1>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name]!)
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/\s*\n\s*/g, '\n')
    .trim();
}
