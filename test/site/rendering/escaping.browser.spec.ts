import type { AudienceView } from '../../../src/modules/pages/dto/audiences.dto.js';
import { inBrowser } from '../../support/browser.js';
import { documentOf } from '../../support/openapi/operations.js';
import { useTestService } from '../../support/test-service.js';
import { PLAIN_PAGE } from '../../pages/records.js';
import { SiteVisitor } from '../site-visitor.js';

const used = useTestService();
const { service, api } = used;
const visitor = new SiteVisitor(used);

const RUN = 'window.ran=1';

/** A browser opens some sixty pages one after the other. */
const MAX_MS = 300_000;

/** What would run, or would break the page, if it was taken for more than a text somewhere. */
const PAYLOADS = [
  `</script><script>${RUN}</script>`,
  `<!--<script>${RUN}</script>-->`,
  `</title></style></textarea>]]>--><script>${RUN}</script>`,
  `"><img src=x onerror=${RUN}>`,
  `'><svg onload=${RUN}>`,
  `' onmouseover='${RUN}' x='`,
  `" onmouseover="${RUN}" onfocus="${RUN}" x="`,
  `\` onmouseover=${RUN} `,
  `javascript:${RUN}`,
  `JaVa\tScRi\npt:${RUN}`,
  `\u0001 javascript:${RUN}//`,
  `&#106;avascript&colon;${RUN}`,
  `javascript://example.com/%0a${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  `vbscript:${RUN}`,
  `red}</style><script>${RUN}</script><style>a{color:red`,
  `"}],"x":"</script><script>${RUN}</script>`,
  `{{constructor.constructor('${RUN}')()}}`,
  `\u202e\u2066</p><iframe srcdoc="<script>parent.ran=1</script>">`,
];

/** As it is, and where the URL itself is fine. */
const urlsWith = (text: string) => [
  text,
  `https://example.com/${text}`,
  `https://example.com/${text}.mp4`,
  `//example.com/?${text}`,
  `mailto:${text}`,
];

const markdownWith = (text: string) =>
  [
    ...[text, `# ${text}`, `- ${text}`, `> ${text}`, `**${text}** \`${text}\``],
    ...[`\`\`\`${text}\n${text}\n\`\`\``, `| a |\n| :-: |\n| ${text} |`],
    ...urlsWith(text).flatMap((url) => [
      ...[`[a](${url})`, `[a](<${url}>)`, `![${text}](${url})`, `![a](<${url}>)`, `<${url}>`],
      ...[`[a](https://example.com "${url}")`, `[${url}][r]`, `[r]: ${url}`, `[${url}]: <${url}> '${text}'`],
    ]),
  ].join('\n\n');

/** The script is its owner's, so it runs, and finds its texts as they were written. */
const scriptsWith = (text: string) =>
  [
    `(window.texts ??= []).push(${JSON.stringify(text)})`,
    `// ${text.replaceAll('\n', ' ')}\r\n/* ${text} */\r\ntexts.push(2)`,
  ].map((content) => ({ name: text, description: text, enabled: true, content }));

const pageWith = (text: string, metadata: object) => ({
  name: text,
  body: markdownWith(text),
  metadata,
  actions: ['open_url', 'submit_form', 'copy_text', text].flatMap((actionType) =>
    urlsWith(text).map((url) => ({
      ...{ actionId: `${actionType} ${url}`, purpose: text, buttonTitle: text, actionType, url },
    })),
  ),
  headerActionId: `open_url ${text}`,
  actionCardWidgets: [
    ...urlsWith(text).map((url) => ({ type: 'video', title: text, url })),
    {
      ...{ type: text, title: text, url: text },
      logos: urlsWith(text).map((url) => ({ image: { altText: text, url, fileId: text, assetId: text } })),
    },
  ],
  footerLinks: [{ id: text, title: text, links: urlsWith(text).map((url) => ({ id: text, text, url })) }],
  scripts: scriptsWith(text),
});

/** The API takes no other characters in this field. */
const isPrintable = (text: string) => /^[!-~]+$/.test(text);

const overridesWith = (text: string, metadataOverride: object) => ({
  ...{ customName: text, actionFormIdOverride: text, actionFormInstructionsOverride: text },
  ...{ supplementaryContext: text, bodyOverride: markdownWith(text), metadataOverride },
  ...(isPrintable(text) && { actionUrlOverride: `https://example.com/?${text}` }),
});

/** A page that was made of a text. */
interface Opened {
  text: string;
  url: string;
  runsScripts: boolean;
}

inBrowser('escaping, as the browser sees it', (newPage) => {
  let tenantDomainId: string;
  let metadataWith: (text: string) => object;
  beforeAll(async () => {
    tenantDomainId = await visitor.provenDomain();
    const { components } = await documentOf(service);
    const { properties } = components.schemas.RequestMetadata as {
      properties: Record<string, { type: string }>;
    };
    const fields = Object.entries(properties);
    metadataWith = (text) =>
      Object.fromEntries(fields.map(([name, { type }]) => [name, type === 'array' ? [text] : text]));
  });

  const made = async (path: string, body: object) => (await api.post(path, body).expect(201)).body;

  /** Every text of every record that a page is composed from is this text. */
  async function pagesOf(text: string, index: number): Promise<Opened[]> {
    const domain = `company-${index}.example`;
    await made('/v0/accounts', { domain, name: text });
    const { personId } = await made('/v0/persons', { name: text, domain });
    const { topicId } = await made('/v0/topics', { title: text, purpose: text });
    for (const content of [markdownWith(text), `${text}?\n${text}`])
      await made(`/v0/topics/${topicId}/entries`, { content: { type: 'markdown', content } });
    const { pageId } = await visitor.page(pageWith(text, metadataWith(text)));
    const plain = await visitor.audience({ personId }, pageId);
    const special = await visitor.audience(overridesWith(text, metadataWith(text)), pageId);
    await api.delete(`/v0/topics/${topicId}`).expect(200);
    const path = `/${index}/${encodeURIComponent(text.replaceAll(/\p{Cc}/gu, ''))}`;
    const at = async (audience: AudienceView, runsScripts: boolean, end = '') => {
      const place = runsScripts ? { tenantDomainId } : {};
      const { url } = await visitor.link(path + end, audience, place);
      return { text, url: url!, runsScripts };
    };
    return [await at(plain, true), await at(plain, false), await at(special, false, '-special')];
  }

  let harmless: Opened[];
  const harmful: Opened[] = [];
  beforeAll(async () => {
    harmless = await pagesOf('harmless', PAYLOADS.length);
    for (const [index, text] of PAYLOADS.entries()) harmful.push(...(await pagesOf(text, index)));
  });

  it.each([
    ['', false],
    [', nor would anything without the policy of the page', true],
  ])(
    'nothing of a text runs%s',
    async (_, bypassCSP) => {
      const { page, troubles } = await newPage({
        bypassCSP,
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      await page.addInitScript(NOTE_VIOLATIONS);
      for (const runsScripts of [true, false]) {
        const known = new Set<string>();
        for (const { url } of harmless.filter((each) => each.runsScripts === runsScripts)) {
          await page.goto(url);
          for (const part of (await page.evaluate<Seen>(TRY_ALL)).parts) known.add(part);
        }
        for (const { url, text } of harmful.filter((each) => each.runsScripts === runsScripts)) {
          await page.goto(url);
          const { parts, ...seen } = await page.evaluate<Seen>(TRY_ALL);
          const newParts = parts.filter((part) => !known.has(part));
          const surprises = troubles.filter((each) => !EXPECTED_TROUBLES.test(each));
          expect({ url, ...seen, newParts, surprises }).toEqual({
            ...{ url, ran: undefined, violations: [], newParts: [], surprises: [] },
            texts: runsScripts ? [text, 2] : undefined,
          });
        }
      }
    },
    MAX_MS,
  );

  it.each([
    '<a href="javascript:window.ran=1">a</a>',
    '<img src="/nothing" onerror="window.ran=1">',
    '<p onmouseover="window.ran=1">p</p>',
    '<script>window.ran=1</script>',
  ])('would be seen, if it was %s', async (html) => {
    const { page } = await newPage();
    await page.route('**/broken', (route) => route.fulfill({ contentType: 'text/html', body: html }));
    await page.addInitScript(NOTE_VIOLATIONS);
    await page.goto(`${service.siteUrl}/broken`);
    expect(await page.evaluate(TRY_ALL)).toMatchObject({ ran: 1 });
  });

  it('what turns the direction of a text turns no other, and is not in the title', async () => {
    const turned = 'Turned \u202e\u2066\u202b text';
    const { topicId } = await made('/v0/topics', { title: turned });
    const content = { type: 'text', content: 'The answer' };
    await made(`/v0/topics/${topicId}/entries`, { content });
    const link = (text: string) => ({ id: '', text, url: 'https://example.com' });
    await visitor.shown('/turned', {
      name: turned,
      body: [
        ...[turned, 'A paragraph', `- ${turned}\n- An item`],
        `| ${turned} | Head |\n| --- | --- |\n| ${turned} | Cell |`,
        ...['**', '_', '`', '~~'].map((mark) => `${mark}\u202eturned${mark} beside ${mark}`),
        `[\u202eturned](https://example.com) beside a link`,
      ].join('\n\n'),
      metadata: { description: 'The lead', ogSiteName: turned, ogTitle: turned, author: turned },
      actions: ['open_url', 'copy_text'].map((actionType) => ({
        ...{ actionId: actionType, actionType, purpose: turned, buttonTitle: 'The button', url: 'The text' },
      })),
      headerActionId: 'open_url',
      actionCardWidgets: [
        { type: 'video', title: turned, url: 'https://example.com' },
        { type: 'x', title: 'The widget' },
      ],
      footerLinks: [
        { id: '', title: turned, links: [link('The link'), link(turned)] },
        { id: '', title: 'The group', links: [] },
      ],
    });
    const { page } = await newPage();
    await page.goto(`${service.siteUrl}/home/turned`);
    expect(await page.evaluate(`/[\\u202a-\\u202e\\u2066-\\u2069]/.test(document.head.outerHTML)`)).toBe(
      false,
    );
    const { backwards, forwards } = await page.evaluate<Record<string, string[]>>(DIRECTIONS);
    expect(backwards).toEqual([]);
    expect(forwards).toEqual(
      expect.arrayContaining(['The button', 'The lead', 'A paragraph', 'An item', 'Cell', ' beside a link']),
    );
  });

  it('the language of a page is none of these', async () => {
    for (const language of PAYLOADS) await api.post('/v0/pages', { ...PLAIN_PAGE, language }).expect(400);
  });

  it('a text with a NUL is taken nowhere', async () => {
    const { body } = await api.post('/v0/pages', pageWith('\0', metadataWith('\0'))).expect(400);
    expect(new Set(body.errors.map(({ code }: { code: string }) => code))).toEqual(
      new Set(['nul_character']),
    );
  });
});

/** On a domain without https. */
const EXPECTED_TROUBLES = /^The Cross-Origin-Opener-Policy header/;

const NOTE_VIOLATIONS = `window.violations = [];
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
    violations.push([violatedDirective, blockedURI, sample].join(' ')));`;

/**
 * Hovers over all that is there and clicks what can be clicked, one after the other: a click can undo the last one. What
 * the browser itself takes for an address, of the web or of mail, runs nothing here.
 */
const TRY_ALL = `(async () => {
  const all = [...document.querySelectorAll('*')];
  for (const each of all)
    for (const type of ['mouseover', 'focus']) each.dispatchEvent(new Event(type));
  for (const each of document.querySelectorAll('a, button, summary')) {
    if (/^(https?|mailto):/.test(each.protocol) || !each.checkVisibility()) continue;
    each.click();
    await new Promise((done) => setTimeout(done));
  }
  const parts = all.flatMap(({ localName, attributes }) =>
    [localName, ...[...attributes].map(({ name }) => localName + ' ' + name)]);
  parts.push(document.scripts.length + ' scripts');
  const { ran, texts } = window;
  return { ran, texts, violations, parts: [...new Set(parts)] };
})()`;

/** Which texts, of those that turn nothing themselves, stand in which direction, by where their first two letters are. */
const DIRECTIONS = `(() => {
  document.querySelectorAll('details').forEach((each) => { each.open = true });
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = { backwards: [], forwards: [] };
  while (nodes.nextNode()) {
    const node = nodes.currentNode;
    if (/\\u202e/.test(node.data) || node.parentNode.localName === 'script') continue;
    const start = node.data.search(/\\w\\w/);
    if (start < 0) continue;
    const [first, second] = [start, start + 1].map((at) => {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return range.getBoundingClientRect().x;
    });
    if (first !== second) found[first < second ? 'forwards' : 'backwards'].push(node.data);
  }
  return found;
})()`;

interface Seen {
  ran: unknown;
  /** What the owner's scripts found. */
  texts: unknown;
  violations: string[];
  /** Elements, their attributes, and how many scripts there are. */
  parts: string[];
}
