import { glob, readFile } from 'node:fs/promises';
import { foundation } from '../../src/application/foundation.js';
import { DOCUMENTED, MODULES } from '../../src/application/modules.js';
import { en } from '../../src/modules/site/words/en.js';
import { statusesOf } from '../../src/shared/http/problems/failure.js';
import { documentOf } from '../support/openapi/operations.js';
import { useTestService } from '../support/test-service.js';

const { service, api } = useTestService();

const { problems, faults, reasons } = DOCUMENTED;

/** The codes of the problems that a source text throws. */
function thrownIn(source: string): string[] {
  const named = source.matchAll(
    /(?:(?:DomainError|VisitorRefusal|failure)\(\s*[\w']+,|(?:conflict|tooMany|unknownReference|unauthenticated|notReady)\()\s*'([a-z_]+)'/g,
  );
  const ofUrls = source.matchAll(/\brefused\('(url_[a-z_]+)'/g);
  const missing = source.matchAll(/\bnotFound\('([a-z_]+)'/g);
  return [
    ...[...named, ...ofUrls].map(([, code]) => code!),
    ...[...missing].map(([, what]) => `${what}_not_found`),
  ];
}

/** The codes of faults that a source text names. */
function faultsIn(source: string): string[] {
  const named = source.matchAll(/\bcode: '([a-z_]+)'/g);
  const failing = source.matchAll(/\bstateOf\('([a-z]+)'/g);
  const stalled = source.matchAll(/\bbackground\.start\('([a-z]+)'|\bname: '([a-z]+)',\s+dueTenants\b/g);
  return [
    ...[...named].map(([, code]) => code!),
    ...[...failing].map(([, part]) => `${part}_failing`),
    ...[...stalled].map(([, lanes, loop]) => `${lanes ?? loop}_stalled`),
  ];
}

/** The texts of the service, without the lists of codes. */
async function sources(): Promise<string[]> {
  const texts: string[] = [];
  for await (const file of glob('src/**/*.{ts,tsx}', { exclude: ['**/*.spec.ts'] }))
    if (!/(\.problems|-codes|-faults)\.ts$/.test(file)) texts.push(await readFile(file, 'utf8'));
  return texts;
}

describe('the codes of problems', () => {
  it('are all listed', async () => {
    const thrown = (await sources()).flatMap(thrownIn);
    expect(thrown.length).toBeGreaterThan(100);
    expect(thrown.filter((code) => !(code in problems))).toEqual([]);
  });

  it('have faults that are all listed, too', async () => {
    const found = (await sources()).flatMap(faultsIn);
    const ofForms = Object.keys(en.faults);
    expect(found).toEqual(expect.arrayContaining(['unknown_host', 'database_failing', 'visits_stalled']));
    const listed = { ...problems, ...faults };
    expect([...found, ...ofForms].filter((code) => !(code in listed))).toEqual([]);
  });

  it('have reasons beside them, which are all listed, too', async () => {
    const { components } = (await documentOf(service)) as unknown as {
      components: {
        schemas: Record<string, { enum?: (string | null)[]; properties?: Record<string, object> }>;
      };
    };
    const named = Object.values(components.schemas)
      .flatMap(({ properties = {} }) => Object.entries(properties))
      .filter(([field]) => /^(code|error|reason|fault)$|(Reason|Fault)$/.test(field))
      .flatMap(([, schema]) => [...JSON.stringify(schema).matchAll(/#\/components\/schemas\/(\w+)/g)])
      .flatMap(([, name]) => components.schemas[name!]!.enum ?? []);
    expect(named).toEqual(expect.arrayContaining(['composer_timeout', 'tls_failed', 'no_link', 'no_record']));
    const listed = { ...problems, ...faults, ...reasons };
    expect(named.filter((code) => code !== null && !(code in listed))).toEqual([]);
  });

  it('are found in each way in which the code throws', () => {
    const source = `throw new DomainError('gone', 'a_b', x); throw conflict(\n 'c_d', x); notFound('e');
      failure(503, 'f_g', x); tooMany('h_i', x)`;
    expect(thrownIn(source)).toEqual(['a_b', 'c_d', 'f_g', 'h_i', 'e_not_found']);
  });

  it('are listed only while something names them', async () => {
    const texts = await sources();
    const all = texts.join('\n');
    const found = new Set([...texts.flatMap(faultsIn), ...Object.keys(en.faults), 'jobs_stalled']);
    const isNamed = (code: string) =>
      found.has(code) ||
      all.includes(`'${code}'`) ||
      all.includes(`'${code.replace(/_not_found$/, '')}'`) ||
      /^version_|^asset_/.test(code);
    expect(Object.keys({ ...problems, ...faults }).filter((code) => !isNamed(code))).toEqual([]);
  });

  it('are listed once', () => {
    const parts = [foundation, ...MODULES];
    const codes = parts.flatMap((part) => [...Object.keys(part.problems), ...Object.keys(part.faults ?? {})]);
    expect(codes.filter((code, at) => codes.indexOf(code) < at)).toEqual([]);
  });

  it('have a meaning, a remedy and a status', () => {
    for (const [code, problem] of Object.entries(problems)) {
      expect([code, statusesOf(problem).length > 0]).toEqual([code, true]);
      for (const text of [problem.meaning, problem.remedy])
        expect([code, text]).toEqual([code, expect.stringMatching(/^[A-Z`].+\.$/s)]);
    }
    for (const [code, { meaning, remedy }] of Object.entries({ ...faults, ...reasons }))
      for (const text of [meaning, remedy])
        expect([code, text]).toEqual([code, expect.stringMatching(/^[A-Z`].+\.$/s)]);
  });
});

describe('the error catalogue', () => {
  it('has an entry for each code, to which problems link', async () => {
    const page = await (await fetch(`${service.url}/docs/errors`)).text();
    const anchors = [...page.matchAll(/<section id="([a-z_0-9]+)"/g)].map(([, id]) => id);
    const others = Object.keys(reasons).filter((code) => !(code in problems) && !(code in faults));
    expect(anchors).toEqual(
      [problems, faults].flatMap((codes) => Object.keys(codes).sort()).concat(others.sort()),
    );
    const { headers, body } = await api.get('/v0/topics/topic_none');
    expect([headers.link, body.type]).toEqual([
      '</docs/errors#topic_not_found>; rel="help"',
      'urn:foyer:problem:topic_not_found',
    ]);
    expect(page).toContain('<section id="topic_not_found"');
  });

  it('names the operations that document a code', async () => {
    const page = await (await fetch(`${service.url}/docs/errors`)).text();
    const entry = page.slice(
      page.indexOf('<section id="email_taken"'),
      page.indexOf('<section id="entry_not_found"'),
    );
    expect(entry).toContain('409 Conflict');
    expect(entry).toContain('href="/docs#/persons/createPerson"');
    const { paths } = await documentOf(service);
    const known = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(
        ({ tags, operationId }) => `/docs#/${encodeURIComponent(tags[0]!)}/${operationId}`,
      ),
    );
    for (const [, href] of page.matchAll(/href="(\/docs#[^"]+)"/g)) expect(known).toContain(href);
  });
});
