import { PLAIN_PAGE } from '../../pages/records.js';
import { fieldsIn, useConsole, type ConsoleVisitor } from '../console-visitor.js';

const { service, api, signedIn } = useConsole();

interface PageRecord {
  pageId: string;
  blocks: object[];
  actions: object[];
  metadata?: { ogImageFileId?: string };
}

async function newPage(body: object = {}): Promise<PageRecord> {
  const made = await api.post('/v0/pages', { ...PLAIN_PAGE, ...body }).expect(201);
  return made.body as PageRecord;
}

const stored = async ({ pageId }: Pick<PageRecord, 'pageId'>) =>
  (await api.get(`/v0/pages/${pageId}`).expect(200)).body as PageRecord;

async function pictureId(): Promise<string> {
  const { body } = await api.get('/v0/assets?assetType=logo&limit=1').expect(200);
  return (body as { items: { assetId: string }[] }).items[0]!.assetId;
}

type Fields = Record<string, string | string[]>;

/** The form of a page, and its buttons that change rows. */
class PageForm {
  private constructor(
    private readonly kim: ConsoleVisitor,
    private readonly path: string,
    public fields: Fields,
    public html: string,
  ) {}

  static async open(kim: ConsoleVisitor, { pageId }: Pick<PageRecord, 'pageId'>): Promise<PageForm> {
    const path = `/pages/${pageId}`;
    const { text } = await kim.get(path).expect(200);
    return new PageForm(kim, path, fieldsIn(text, path), text);
  }

  fill(fields: Fields): this {
    Object.assign(this.fields, fields);
    return this;
  }

  async press(command: string): Promise<this> {
    const { text } = await this.kim
      .post(`${this.path}/rows`, { ...this.fields, change_rows: command })
      .expect(200);
    this.html = text;
    this.fields = fieldsIn(text, this.path);
    return this;
  }

  async save(status = 303): Promise<string> {
    return (await this.kim.post(this.path, this.fields).expect(status)).text;
  }
}

it('blocks of each kind are added, filled in, moved and removed', async () => {
  const page = await newPage();
  const assetId = await pictureId();
  const form = await PageForm.open(await signedIn(), page);
  for (const type of ['text', 'picture', 'picture_text', 'quote', 'steps', 'text'])
    await form.press(`add blocks ${type}`);
  await form.press('add blocks.4.steps');
  await form.press('add blocks.4.steps');
  form.fill({
    'blocks.0.text': 'First',
    'blocks.1.picture.assetId': assetId,
    'blocks.1.caption': 'A caption',
    'blocks.2.picture.assetId': assetId,
    'blocks.2.picture.altText': 'A disc',
    'blocks.2.pictureSide': 'end',
    'blocks.2.text': 'Beside it',
    'blocks.3.quote': 'Live in a day.',
    'blocks.3.name': 'Mary',
    'blocks.4.title': 'How',
    'blocks.4.steps.0.title': 'One',
    'blocks.4.steps.1.title': 'Two',
    'blocks.4.steps.1.text': 'More',
    'blocks.5.text': 'Too much',
  });
  await form.press('remove blocks.5');
  await form.press('up blocks.4.steps.1');
  await form.press('up blocks.3');
  await form.save();
  expect((await stored(page)).blocks).toEqual([
    { type: 'text', text: 'First' },
    { type: 'picture', picture: { assetId, altText: '' }, caption: 'A caption' },
    { type: 'quote', quote: 'Live in a day.', name: 'Mary' },
    {
      type: 'picture_text',
      picture: { assetId, altText: 'A disc' },
      pictureSide: 'end',
      text: 'Beside it',
    },
    { type: 'steps', title: 'How', steps: [{ title: 'Two', text: 'More' }, { title: 'One' }] },
  ]);
});

it('the next screen begins at the row that takes the place of a removed one, if there is one', async () => {
  const page = await newPage();
  const form = await PageForm.open(await signedIn(), page);
  const next = () => /formaction="([^"]+)"[^>]* value="remove blocks\.0"/.exec(form.html)![1];
  const path = `/pages/${page.pageId}/rows`;
  await form.press('add blocks text');
  expect(next()).toBe(path);
  await form.press('add blocks text');
  expect(next()).toBe(`${path}#row-blocks-0`);
});

it('all parts of a page come through its form unchanged', async () => {
  const assetId = await pictureId();
  const { body: topics } = await api.get('/v0/topics?limit=2').expect(200);
  const topicIds = (topics as { items: { topicId: string }[] }).items.map(({ topicId }) => topicId).reverse();
  const parts = {
    coverImage: { assetId, altText: 'A cover', focus: { x: 0.25, y: 0.5 } },
    blocks: [
      { type: 'quote', quote: 'So.', name: 'Ada', role: 'CEO', portrait: { assetId, altText: '' } },
      { type: 'steps', steps: [{ title: 'Only' }] },
    ],
    actions: [
      {
        actionId: 'demo',
        purpose: 'Book',
        buttonTitle: 'Go',
        actionType: 'open_url',
        url: 'https://a.example',
      },
      { actionId: 'own', purpose: '', buttonTitle: 'Own', actionType: 'something_else', url: '' },
    ],
    headerActionId: 'own',
    actionCardWidgets: [
      {
        type: 'logo_marquee',
        title: 'They trust us',
        logos: [{ image: { altText: 'Acme', url: 'https://a.example/l.png', fileId: '', assetId: '' } }],
      },
      { type: 'video', title: 'See', url: 'https://a.example/v.mp4' },
    ],
    topicIds,
    scripts: [{ content: '1', enabled: true, name: 'n', description: 'd' }],
    footerLinks: [{ id: 'legal', title: 'Legal', links: [] }],
  };
  const page = await newPage(parts);
  const before = await stored(page);
  await (await PageForm.open(await signedIn(), page)).fill({ name: 'Renamed' }).save();
  expect(await stored(page)).toEqual({
    ...before,
    name: 'Renamed',
    title: 'Renamed',
    updatedAt: expect.any(String),
    metadata: expect.any(Object),
  });
});

it('a button of the page is added with a type and an address, and goes to the top', async () => {
  const page = await newPage();
  const form = await PageForm.open(await signedIn(), page);
  const [, command] = /value="(add actions [^"]+)"/.exec(form.html)!;
  await form.press(command!);
  form.fill({
    'actions.0.buttonTitle': 'See it live',
    'actions.0.actionType': 'open_url',
    'actions.0.url': 'https://example.com/demo',
    headerActionId: command!.split(' ')[2]!,
  });
  await form.save();
  const saved = await stored(page);
  expect(saved).toMatchObject({
    actions: [{ buttonTitle: 'See it live', actionType: 'open_url', url: 'https://example.com/demo' }],
    headerActionId: command!.split(' ')[2],
  });
});

it('problems are at the fields of their rows, whose part is open', async () => {
  const page = await newPage();
  const form = await PageForm.open(await signedIn(), page);
  await form.press('add blocks quote');
  await form.press('add blocks text');
  const html = await form.fill({ 'blocks.0.name': 'Mary', 'blocks.1.text': 'Fine' }).save(400);
  expect(html).toContain('id="field-blocks-0-quote-problem"');
  expect(html).not.toContain('id="field-blocks-1-text-problem"');
  expect(html).toMatch(/<details class="part" open>\s*<summary>Blocks/);
  expect((await stored(page)).blocks).toEqual([]);
});

it('a row is changed without saving anything, and what was typed stays', async () => {
  const page = await newPage();
  const { body: topics } = await api.get('/v0/topics/titles?limit=1').expect(200);
  const [{ topicId }] = (topics as { items: [{ topicId: string }] }).items;
  const form = await PageForm.open(await signedIn(), page);
  await form.fill({ body: 'Typed <b>' }).press('add topicIds');
  expect(form.html).not.toContain('id="row-topicIds-0"');
  await form.fill({ addedTopicId: topicId }).press('add topicIds');
  expect(form.fields).toMatchObject({
    body: ['Typed <b>'],
    topics: ['chosen'],
    'topicIds.0.row': [topicId],
    addedTopicId: [''],
  });
  expect(form.html).toContain('id="row-topicIds-0"');
  expect(await stored(page)).toEqual(page);
});

it('a change that somebody else has made is not overwritten after rows were changed', async () => {
  const page = await newPage();
  const form = await PageForm.open(await signedIn(), page);
  await api.patch(`/v0/pages/${page.pageId}`, { name: 'Theirs' }).expect(200);
  await form.press('add blocks text');
  await form.fill({ 'blocks.0.text': 'Mine' }).save(412);
});

it('the link picture is chosen and removed', async () => {
  const page = await newPage();
  const kim = await signedIn();
  const path = `/pages/${page.pageId}/link_picture`;
  await kim.fill(path, { assetId: await pictureId() }, 303);
  expect((await stored(page)).metadata?.ogImageFileId).toMatch(/^file_/);
  const { text, headers } = await kim.get(`/pages/${page.pageId}`).expect(200);
  expect(text).toContain(`<img src="${service.siteUrl}/`);
  expect(headers['content-security-policy']).toContain(`img-src 'self' data: ${service.siteUrl};`);
  await kim.fill(path, { assetId: '' }, 303);
  expect((await stored(page)).metadata?.ogImageFileId).toBeUndefined();
});
