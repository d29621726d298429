import type { Server } from 'node:http';
import { pino } from 'pino';
import request, { type Response, type Test } from 'supertest';
import { createConsole } from '../../src/application/console.setup.js';
import { ApiCaller, OneTimeLinks } from '../../src/modules/console/index.js';
import { SETTINGS_TOKEN } from '../../src/shared/config/config.module.js';
import { ConsoleAddress } from '../../src/shared/config/console-address.js';
import type { Settings } from '../../src/shared/config/settings.js';
import { closeServer, listen } from '../../src/shared/http/server/listener.js';
import { connections } from '../support/api/connections.js';
import { useTestService, type TestService, type UsedTestService } from '../support/test-service.js';

type Fields = Record<string, string | readonly string[]>;

export interface SentFile {
  name: string;
  content: Buffer;
}

/** A browser without JavaScript: it keeps a cookie, and sends the forms of the pages that it opens. */
export class ConsoleVisitor {
  cookie = '';

  constructor(
    readonly url: string,
    private readonly headers: Record<string, string> = {},
  ) {}

  get origin(): string {
    return this.headers.origin ?? this.url;
  }

  get(path: string): Test {
    return this.send(request(this.url).get(path));
  }

  post(path: string, fields: Fields = {}, headers: Record<string, string> = {}): Test {
    return this.send(request(this.url).post(path))
      .type('form')
      .set({ origin: this.origin, ...headers })
      .send(encoded(fields));
  }

  /** Sends a form with files after its fields, as a browser does. */
  upload(path: string, fields: Record<string, string>, files: readonly SentFile[], headers = {}): Test {
    const test = this.send(request(this.url).post(path)).set({ origin: this.origin, ...headers });
    for (const [name, value] of Object.entries(fields)) void test.field(name, value);
    for (const { name, content } of files) void test.attach('files', content, name);
    return test;
  }

  /** Opens a page, and sends its form with these values in its fields. */
  async fill(path: string, fields: Fields, status: number, to = path): Promise<Response> {
    const { text } = await this.get(path).expect(200);
    return this.post(to, { ...fieldsIn(text, to), ...fields }).expect(status);
  }

  async signIn(key: string, name = ''): Promise<this> {
    const response = await this.post('/sign-in', { key, name }).expect(303);
    this.keepCookie(response.headers['set-cookie']);
    return this;
  }

  keepCookie(set: unknown): void {
    this.cookie = [set]
      .flat()
      .map((each) => String(each).split(';', 1)[0])
      .join('; ');
  }

  private send(test: Test): Test {
    const cookie = this.cookie && { cookie: this.cookie };
    return test
      .agent(connections)
      .set({ ...this.headers, ...cookie })
      .redirects(0);
  }
}

/** The hidden fields of the form that is sent to this path. */
export function hiddenIn(html: string, to: string): Record<string, string> {
  const hidden = formIn(html, to).matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
  return Object.fromEntries([...hidden].map(([, name, value]) => [name!, unescaped(value!)]));
}

const FIELDS = /<input\b[^>]*>|<textarea\b[^>]*>[^]*?<\/textarea>|<select\b[^>]*>[^]*?<\/select>/g;

/** What a browser sends of the form if nobody changes its fields. */
export function fieldsIn(html: string, to: string): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const [field] of formIn(html, to).matchAll(FIELDS)) {
    const value = valueOf(field);
    if (value !== undefined) (fields[attribute(field, 'name')!] ??= []).push(unescaped(value));
  }
  return fields;
}

function formIn(html: string, to: string): string {
  const forms = html.split('<form').slice(1);
  // A button can also send its form elsewhere.
  const form = forms.find((each) => each.includes(`action="${to}"`)) ?? '';
  return form.split('</form>', 1)[0]!;
}

/** Undefined for a box that is not ticked, and for a file. */
function valueOf(field: string): string | undefined {
  const start = field.slice(0, field.indexOf('>'));
  if (field.startsWith('<textarea')) return field.slice(start.length + 1, -'</textarea>'.length);
  if (field.startsWith('<select')) {
    const options = field.match(/<option\b[^>]*>/g) ?? [];
    const chosen = options.find((option) => / selected\b/.test(option)) ?? options[0];
    return chosen && (attribute(chosen, 'value') ?? '');
  }
  const type = attribute(start, 'type');
  const isSent = type === 'checkbox' || type === 'radio' ? / checked\b/.test(start) : type !== 'file';
  return isSent ? (attribute(start, 'value') ?? '') : undefined;
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
}

/** The text of an attribute. */
export function unescaped(html: string): string {
  return html.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}

function encoded(fields: Fields): string {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((each) => [name, String(each)]),
  );
  return new URLSearchParams(pairs).toString();
}

export interface UsedConsole extends UsedTestService {
  visitor: (headers?: Record<string, string>) => ConsoleVisitor;
  /** The one session of the file, for tests that need none of their own. */
  signedIn: () => Promise<ConsoleVisitor>;
  /** The path of a link that signs in once with this key. */
  link: (key: string) => Promise<string>;
}

/** A service with a console. */
export function useConsole(environment: NodeJS.ProcessEnv = {}): UsedConsole {
  const used = useTestService(environment);
  let running: { server: Server; url: string };
  let signingIn: Promise<ConsoleVisitor> | undefined;
  beforeAll(async () => {
    running = await startConsole(used.service);
  });
  afterAll(() => closeServer(running.server, 1000));
  return {
    ...used,
    visitor: (headers) => new ConsoleVisitor(running.url, headers),
    signedIn: () => (signingIn ??= new ConsoleVisitor(running.url).signIn(used.service.home.key)),
    link: (key) => {
      const links = used.service.app.get(OneTimeLinks, { strict: false });
      links.signInWith(key);
      return links.issue();
    },
  };
}

export async function startConsole({ app, url: api }: TestService): Promise<{ server: Server; url: string }> {
  const settings = app.get<Settings>(SETTINGS_TOKEN);
  const server = createConsole(app, settings, pino({ level: 'silent' }));
  const url = await listen(server, 0, settings.HOST);
  app.get(ApiCaller, { strict: false }).callsAt(api);
  app.get(ConsoleAddress).listensOn(url);
  return { server, url };
}
