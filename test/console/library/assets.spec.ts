import { readdir, stat } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import type { AssetView } from '../../../src/modules/assets/dto/assets.dto.js';
import { exampleId } from '../../../src/shared/kernel/example-ids.js';
import { CONTENT } from '../../assets/support.js';
import { pictureOf } from '../../support/picture-files.js';
import { until } from '../../support/until.js';
import { MOST_FILES } from '../../../src/modules/console/uploads/file-form.js';
import { hiddenIn, useConsole, type ConsoleVisitor } from '../console-visitor.js';

const UPLOAD_LIMIT = 20_000;
const { service, api, visitor, signedIn } = useConsole({ ROLE: 'all', UPLOAD_LIMIT: String(UPLOAD_LIMIT) });

const PATH = '/library/assets';
const HOSTILE = '"><script>alert(1)</script>';

async function tokenOf(person: ConsoleVisitor): Promise<Record<string, string>> {
  return hiddenIn((await person.get(PATH).expect(200)).text, PATH);
}

async function assetNamed(name: string): Promise<AssetView | undefined> {
  const { body } = await api.get('/v0/assets?limit=100').expect(200);
  return (body as { items: AssetView[] }).items.find((asset) => asset.name === name);
}

async function made(name: string): Promise<AssetView> {
  const form = new FormData();
  form.append('type', 'image');
  form.append('name', name);
  form.append('file', new Blob([new Uint8Array(CONTENT.gif)]), 'x.gif');
  const headers = { 'x-api-key': service.home.key };
  const answer = await fetch(`${service.url}/v0/assets`, { method: 'POST', headers, body: form });
  expect(answer.status).toBe(201);
  return (await answer.json()) as AssetView;
}

/** Sizes of the files that are on their way, also to where previews are made. */
async function incoming(): Promise<number[]> {
  const folder = join(service.dataDir, 'files', 'incoming');
  const names = await readdir(folder).catch(() => []);
  const sizes = names.map((name) =>
    stat(join(folder, name)).then(
      ({ size }) => size,
      () => undefined,
    ),
  );
  return (await Promise.all(sizes)).filter((size) => size !== undefined);
}

describe('an upload', () => {
  it('stores several files at once, named like the files, and shows them', async () => {
    const kim = await signedIn();
    const picture = await pictureOf('png', { width: 40, height: 30 });
    const fields = { ...(await tokenOf(kim)), type: 'image' };
    const files = [
      { name: 'Grüße vom Meer.png', content: picture },
      { name: 'second.gif', content: CONTENT.gif },
    ];
    const { headers } = await kim.upload(PATH, fields, files).expect(303);
    expect(await assetNamed('Grüße vom Meer')).toMatchObject({
      width: 40,
      height: 30,
      data: { type: 'image' },
    });
    expect(await assetNamed('second')).toBeDefined();
    await until(async () => (await incoming()).length === 0);
    const { text } = await kim.get(String(headers.location)).expect(200);
    expect(text).toContain('Grüße vom Meer');
    const [, address] = /<img src="(\/library\/files\/[\w-]+)"/.exec(text)!;
    const shown = await kim.get(address!).expect(200);
    expect(shown.headers['content-type']).toMatch(/^image\//);
    expect(shown.headers['content-security-policy']).toContain('sandbox');
    await visitor().get(address!).expect(303);
  });

  it('has one effect if it is sent twice', async () => {
    const kim = await signedIn();
    const fields = { ...(await tokenOf(kim)), type: 'image' };
    for (let sent = 0; sent < 2; sent++)
      await kim.upload(PATH, fields, [{ name: 'twice.gif', content: CONTENT.gif }]).expect(303);
    const { body } = await api.get('/v0/assets/search?query=twice').expect(200);
    expect((body as { items: object[] }).items).toHaveLength(1);
  });

  it('says of each file what is wrong with it, and stores the others', async () => {
    const kim = await signedIn();
    const fields = { ...(await tokenOf(kim)), type: 'image' };
    const files = [
      { name: `${HOSTILE}.pdf`, content: CONTENT.pdf },
      { name: 'large.png', content: Buffer.alloc(UPLOAD_LIMIT + 1) },
      { name: 'fine.gif', content: CONTENT.gif },
    ];
    const { text } = await kim.upload(PATH, fields, files).expect(413);
    expect(text).toContain('id="field-files-problem"');
    expect(text).toContain('large.png is larger than 20 KiB.');
    expect(text).toContain('One file is uploaded.');
    expect(text).not.toMatch(/<script(?! src="\/assets\/)/i);
    expect(await assetNamed('fine')).toBeDefined();
    expect(await assetNamed('large')).toBeUndefined();
    await until(async () => (await incoming()).length === 0);
  });

  it('says that files are too many, and stores the first ones', async () => {
    const kim = await signedIn();
    const fields = { ...(await tokenOf(kim)), type: 'image' };
    const files = Array.from({ length: MOST_FILES + 1 }, (_, at) => ({
      name: `many-${at}.gif`,
      content: CONTENT.gif,
    }));
    const { text } = await kim.upload(PATH, fields, files).expect(413);
    expect(text).toContain(`Only the first ${MOST_FILES} files were read.`);
    expect(await assetNamed(`many-${MOST_FILES - 1}`)).toBeDefined();
    expect(await assetNamed(`many-${MOST_FILES}`)).toBeUndefined();
  });

  it('wants at least one file', async () => {
    const kim = await signedIn();
    const { text } = await kim.upload(PATH, { ...(await tokenOf(kim)), type: 'image' }, []).expect(400);
    expect(text).toContain('Choose at least one file.');
  });

  it('of another origin, or with the token of another session, stores nothing', async () => {
    const [kim, lee] = [await signedIn(), await visitor().signIn(service.home.key)];
    const files = [{ name: 'forged.gif', content: CONTENT.gif }];
    const own = { ...(await tokenOf(kim)), type: 'image' };
    await kim.upload(PATH, own, files, { origin: 'http://evil.example' }).expect(403);
    await kim.upload(PATH, { ...own, form_token: '' }, files).expect(403);
    await kim.upload(PATH, { ...own, ...(await tokenOf(lee)) }, files).expect(403);
    expect(await assetNamed('forged')).toBeUndefined();
  });

  it('a token after the file is none', async () => {
    const kim = await signedIn();
    const { form_token: token } = await tokenOf(kim);
    const test = kim.upload(PATH, { type: 'image' }, [{ name: 'late.gif', content: CONTENT.gif }]);
    await test.field('form_token', token!).expect(403);
    expect(await assetNamed('late')).toBeUndefined();
  });

  it('is refused before its file arrives', async () => {
    const kim = await signedIn();
    const status = await statusOfOpenUpload(kim, 'form_token', 'wrong');
    expect(status).toBe(403);
    await until(async () => (await incoming()).length === 0);
  });

  it('leaves no file behind if the browser goes away', async () => {
    const kim = await signedIn();
    const { form_token: token } = await tokenOf(kim);
    const sent = openUpload(kim, 'form_token', token!);
    sent.on('error', () => undefined);
    await until(async () => (await incoming()).includes(BEGINNING.length));
    sent.destroy();
    await until(async () => (await incoming()).length === 0);
  });

  it.each([
    ['without a boundary', 'multipart/form-data', ''],
    [
      'that ends too early',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="a"',
    ],
  ])('%s is refused', async (_title, type, body) => {
    const kim = await signedIn();
    const sent = kim.upload(PATH, {}, []).set('content-type', type);
    const { status } = await sent.send(body);
    expect([400, 403]).toContain(status);
  });
});

const BEGINNING = 'GIF89a, and then';

/** An upload whose file never ends. */
function openUpload(person: ConsoleVisitor, name: string, value: string) {
  const headers = {
    cookie: person.cookie,
    origin: person.origin,
    'content-type': 'multipart/form-data; boundary=edge',
  };
  const sent = httpRequest(`${person.url}${PATH}`, { method: 'POST', headers });
  sent.write(`--edge\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  sent.write('--edge\r\ncontent-disposition: form-data; name="files"; filename="a.gif"\r\n\r\n');
  sent.write(BEGINNING);
  return sent;
}

function statusOfOpenUpload(...input: Parameters<typeof openUpload>): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const sent = openUpload(...input);
  sent.on('error', reject).on('response', (answer) => {
    resolve(answer.statusCode!);
    sent.destroy();
  });
  return promise;
}

it('an asset is described, put into the trash, restored, and deleted for good', async () => {
  const asset = await made('Meadow');
  const kim = await signedIn();
  const path = `${PATH}/${asset.assetId}`;
  const change = { name: 'Wide meadow', purpose: 'Covers', tags: 'green, summer', hidden: 'yes' };
  await kim.fill(path, change, 303);
  const stored = async () => (await api.get(`/v0/assets/${asset.assetId}`)).body as AssetView;
  expect(await stored()).toMatchObject({ name: 'Wide meadow', tags: ['green', 'summer'], hidden: true });
  const wrong = await kim.fill(path, { name: '' }, 400);
  expect(wrong.text).toContain('id="field-name-problem"');
  expect((await kim.get(`${path}/trash`).expect(200)).text).toContain('Its addresses stop working');
  await kim.fill(`${path}/trash`, {}, 303);
  expect((await kim.get(`${PATH}/trash`).expect(200)).text).toContain('Wide meadow');
  await kim.fill(path, {}, 303, `${path}/restore`);
  expect(await stored()).toMatchObject({ trashedAt: null });
  await kim.fill(`${path}/trash`, {}, 303);
  await kim.fill(`${path}/delete`, {}, 303);
  await api.get(`/v0/assets/${asset.assetId}`).expect(404);
  expect((await kim.get(`${PATH}/trash`).expect(200)).text).not.toContain('Wide meadow');
});

it('who puts an asset of a brand into the trash learns which records name it', async () => {
  const id = exampleId('asset', 4);
  const kim = await signedIn();
  const { text } = await kim.fill(`${PATH}/${id}/trash`, {}, 200);
  expect(text).toContain('These records name it');
  expect(text).toContain('brand_');
  await kim.post(`${PATH}/${id}/restore`, hiddenIn(text, `${PATH}/${id}/restore`)).expect(303);
});

it('assets are searched, and filtered by their kind', async () => {
  await made('Needle in the hay');
  const kim = await signedIn();
  expect((await kim.get(`${PATH}?query=needle`).expect(200)).text).toContain('Needle in the hay');
  const none = await kim.get(`${PATH}?query=needle&assetType=video`).expect(200);
  expect(none.text).toContain('No asset fits');
});

it('names of assets are never markup', async () => {
  const { assetId } = await made(HOSTILE);
  const kim = await signedIn();
  for (const path of [PATH, `${PATH}/${assetId}`, `${PATH}/${assetId}/trash`])
    expect((await kim.get(path).expect(200)).text).not.toMatch(/<script(?! src="\/assets\/)/i);
});

it("another tenant's assets are not found, and an empty library says what to do", async () => {
  const { assetId, downloadUrl } = await made('Foreign');
  const other = await visitor().signIn(service.stranger.key);
  const { text } = await other.get(PATH).expect(200);
  expect(text).toContain('No assets yet');
  const fields = hiddenIn(text, PATH);
  const path = `${PATH}/${assetId}`;
  for (const to of [path, `${path}/trash`, `${path}/delete`]) {
    await other.get(to).expect(404);
    await other.post(to, { ...fields, name: 'Stolen' }).expect(404);
  }
  await other.post(`${path}/restore`, fields).expect(404);
  expect(await assetNamed('Foreign')).toMatchObject({ downloadUrl });
});

it('a file that is no picture is passed on as a download that runs nothing', async () => {
  const form = new FormData();
  form.append('type', 'custom-component');
  form.append('name', 'Script');
  form.append('file', new Blob([new Uint8Array(CONTENT.html)]), 'x');
  const headers = { 'x-api-key': service.home.key };
  const answer = await fetch(`${service.url}/v0/assets`, { method: 'POST', headers, body: form });
  const { downloadUrl } = (await answer.json()) as AssetView;
  const kim = await signedIn();
  const shown = await kim.get(`/library/files/${downloadUrl!.split('/').at(-1)}`).expect(200);
  expect(shown.headers['content-disposition']).toContain('attachment');
  expect(shown.headers['content-security-policy']).toContain('sandbox');
  expect(shown.headers['x-content-type-options']).toBe('nosniff');
  for (const token of ['nothing', '..%2fhealth%2fready', '%2e%2e']) {
    const { status } = await kim.get(`/library/files/${token}`);
    expect([403, 404]).toContain(status);
  }
});
