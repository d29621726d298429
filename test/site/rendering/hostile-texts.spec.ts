import { useTestService } from '../../support/test-service.js';
import { SiteVisitor } from '../site-visitor.js';

const used = useTestService();
const { api } = used;
const visitor = new SiteVisitor(used);

const HOSTILE = '['.repeat(100_000);

async function topic(title: string, content: string): Promise<void> {
  const { body } = await api.post('/v0/topics', { title }).expect(201);
  await api
    .post(`/v0/topics/${body.topicId}/entries`, { content: { type: 'markdown', content } })
    .expect(201);
}

describe('a text that takes too many steps', () => {
  it('is shown as plain text, in the page and in its preview', async () => {
    const body = `First & *foremost*\nthis\n\n${HOSTILE.slice(100)}`;
    const audience = await visitor.shown('/hostile', { body });
    const plain = `<p dir="auto">First &amp; *foremost*<br>\nthis</p>\n<p dir="auto">${HOSTILE.slice(100)}</p>\n`;
    expect((await visitor.open('/home/hostile').expect(200)).text).toContain(plain);
    const preview = await visitor.open(await visitor.previewPath(audience)).expect(200);
    expect(preview.text).toContain(plain);
  });

  it('is also one of an audience', async () => {
    await visitor.shown('/hostile-override', { body: 'a *b*' }, { bodyOverride: HOSTILE });
    expect((await visitor.open('/home/hostile-override').expect(200)).text).toContain(
      `<p dir="auto">${HOSTILE}</p>`,
    );
  });

  it('leaves the next ones what is left for the page', async () => {
    await topic('First', '['.repeat(8000));
    await topic('Second', 'After *all*.');
    await visitor.shown('/answers', { body: 'A *body*' });
    await visitor.shown('/hostile-answers', { body: HOSTILE });
    const harmless = (await visitor.open('/home/answers').expect(200)).text;
    expect(harmless).toContain('<p dir="auto">A <em>body</em></p>');
    expect(harmless).toContain('<p dir="auto">After <em>all</em>.</p>');
    const { text } = await visitor.open('/home/hostile-answers').expect(200);
    expect(text).toContain('<p dir="auto">After *all*.</p>');
  });
});

describe('an ordinary text of the longest length', () => {
  it('is shown as Markdown', async () => {
    const part =
      '## News\n\nSee **this** [offer](https://example.com/offer):\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n';
    const body = `${part.repeat(Math.floor((100_000 - 10) / part.length))}The *end*.`;
    await visitor.shown('/long', { body });
    expect((await visitor.open('/home/long').expect(200)).text).toContain(
      '<p dir="auto">The <em>end</em>.</p>',
    );
  });
});
