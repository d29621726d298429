import type { PageCheckView } from '../../../src/modules/site/checking/checks.dto.js';
import { MAX_PARTS } from '../../../src/modules/site/rendering/part-limits.js';
import { action } from '../../pages/records.js';
import { useTestService } from '../../support/test-service.js';
import { SiteVisitor } from '../site-visitor.js';

const used = useTestService({ SITE_SCRIPTS: 'all' });
const visitor = new SiteVisitor(used);

const countOf = (html: string, part: RegExp) => html.match(part)?.length ?? 0;

/** One more than visitors get of each kind. Each part says its number. */
const tooMany = <Part>(kind: keyof typeof MAX_PARTS, part: (at: number) => Part) =>
  Array.from({ length: MAX_PARTS[kind] + 1 }, (_, at) => part(at));

const logo = (at: number) => ({
  image: { altText: `Logo ${at}`, url: 'https://example.com/a.png', fileId: '', assetId: '' },
});

const PAGE = {
  actions: tooMany('actions', (at) => action(`action-${at}`)),
  actionCardWidgets: [
    { type: 'logo_marquee', title: 'A', logos: [logo(0)] },
    { type: 'logo_marquee', title: 'B', logos: tooMany('logos', logo) },
    ...tooMany('widgets', () => ({ type: 'video', title: '', url: 'https://example.com/a.mp4', logos: [] })),
  ],
  footerLinks: [
    { id: 'a', title: 'A', links: [{ id: 'a', text: 'Own', url: '/own' }] },
    { id: 'b', title: 'B', links: tooMany('footerLinks', (at) => ({ id: 'b', text: `b${at}`, url: '/b' })) },
    ...tooMany('footerGroups', () => ({ id: 'c', title: 'C', links: [] })),
  ],
  scripts: tooMany('scripts', (at) => ({
    ...{ content: `'script ${at}'`, enabled: true, name: '', description: '' },
  })),
};

const KINDS: [kind: keyof typeof MAX_PARTS, part: RegExp, firstLeftOut: string][] = [
  ['actions', / id="action-/g, `/actions/${MAX_PARTS.actions}`],
  ['widgets', /class="widget/g, `/actionCardWidgets/${MAX_PARTS.widgets}`],
  ['logos', /alt="Logo/g, `/actionCardWidgets/1/logos/${MAX_PARTS.logos - 1}`],
  ['footerGroups', /<nav /g, `/footerLinks/${MAX_PARTS.footerGroups}`],
  ['footerLinks', /<li dir="auto"><a /g, `/footerLinks/1/links/${MAX_PARTS.footerLinks - 1}`],
  ['scripts', /'script /g, `/scripts/${MAX_PARTS.scripts}`],
];

describe('a page with more parts than visitors get', () => {
  it.each(['page', 'preview'])('has the first ones: %s', async (where) => {
    const audience = await visitor.shown(`/many-${where}`, PAGE);
    const path = where === 'page' ? '/home/many-page' : await visitor.previewPath(audience);
    const { text } = await visitor.open(path).expect(200);
    const shown = KINDS.map(([kind, part]) => [kind, countOf(text, part)]);
    expect(Object.fromEntries(shown)).toEqual(MAX_PARTS);
  });

  it('is stored as a whole, and its check says from where on they are left out', async () => {
    const { pageId, ...stored } = await visitor.page(PAGE);
    expect(stored.actions).toHaveLength(MAX_PARTS.actions + 1);
    const { findings } = await visitor.read<PageCheckView>(`/v0/pages/${pageId}/check`);
    const found = findings.filter(({ code }) => code === 'too_many_parts');
    expect(found.map(({ pointer }) => pointer).sort()).toEqual(
      KINDS.map(([, , firstLeftOut]) => firstLeftOut).sort(),
    );
    expect(found[0]!.message).toBe(
      `The page has ${MAX_PARTS.actions + 1} actions, and the site shows the first ${MAX_PARTS.actions} of them.`,
    );
  });
});
