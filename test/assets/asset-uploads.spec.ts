import { useTestService } from '../support/test-service.js';
import { CONTENT, filesOf, orphanCount, made, problemOf, send, sendForm, type Upload } from './support.js';

const LIMIT = 2048;

const part = (disposition: string, content = 'xxxxxxxxxx') =>
  `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}`;
const FILE_PART = part('name="file"; filename="x"');

const { service, api } = useTestService({ UPLOAD_LIMIT: String(LIMIT), BODY_LIMIT: '4096' });
let before: string[];

beforeAll(async () => {
  before = await filesOf(service);
});

async function refused(upload: Upload): Promise<[number, string]> {
  const answer = await send(service, upload);
  const { status, code } = await problemOf(answer);
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
  return [status, code];
}

describe('an upload', () => {
  it('answers the asset with what was said about it', async () => {
    const asset = await made(service, {
      content: CONTENT.svg,
      fields: {
        type: 'logo',
        name: 'Mark',
        purpose: 'Header',
        tags: ['a', 'b'],
        aiDescription: 'A mark',
        hidden: 'true',
      },
    });
    expect(asset).toMatchObject({
      assetId: expect.stringMatching(/^asset_[0-9a-z]{26}$/),
      name: 'Mark',
      purpose: 'Header',
      tags: ['a', 'b'],
      aiDescription: 'A mark',
      parentAssetId: null,
      hidden: true,
      data: { type: 'logo', fileId: expect.stringMatching(/^file_[0-9a-z]{26}$/) },
      trashedAt: null,
      deletedAt: null,
      downloadUrl: expect.stringMatching(/^\/files\/[\w-]+$/),
      previewDownloadUrl: null,
    });
    const read = await api.get(`/v0/assets/${asset.assetId}`).expect(200);
    expect(read.body).toEqual(asset);
  });

  it('needs no more than a file, a name and a kind', async () => {
    const asset = await made(service, { fields: { tags: 'one' } });
    expect(asset).toMatchObject({ purpose: '', tags: ['one'], aiDescription: null, hidden: false });
    expect((await made(service)).tags).toEqual([]);
  });

  it('takes its fields in any order', async () => {
    const form = new FormData();
    form.append('file', new Blob([CONTENT.png]), 'x');
    form.append('type', 'image');
    form.append('name', 'After the file');
    expect((await sendForm(service, service.home, form)).status).toBe(201);
  });

  it('lets nobody in without a key, and reads nothing of theirs', async () => {
    const answer = await sendForm(service, { ...service.home, key: 'x' }, new Blob(['no form at all']));
    expect(answer.status).toBe(401);
    const key = await service.keyWith(['assets:read']);
    expect((await send(service, {}, { ...service.home, key })).status).toBe(403);
  });
});

describe('the kind of a file', () => {
  it.each([
    ['png', 'image'],
    ['jpeg', 'image'],
    ['gif', 'logo'],
    ['webp', 'logo'],
    ['avif', 'image'],
    ['svg', 'icon'],
    ['ico', 'icon'],
    ['mp4', 'video'],
    ['mov', 'video'],
    ['webm', 'video'],
    ['text', 'custom-component'],
    ['html', 'custom-component'],
    ['svg', 'custom-component'],
    ['zip', 'custom-component'],
  ] as const)('%s can be used as %s', async (content, type) => {
    expect((await made(service, { content: CONTENT[content], fields: { type } })).data.type).toBe(type);
  });

  it.each([
    ['html', 'image'],
    ['text', 'logo'],
    ['pdf', 'image'],
    ['heic', 'image'],
    ['ico', 'image'],
    ['mp4', 'image'],
    ['png', 'video'],
    ['avif', 'video'],
    ['matroska', 'video'],
    ['png', 'custom-component'],
    ['pdf', 'custom-component'],
    ['nothing', 'image'],
    ['nothing', 'custom-component'],
  ] as const)('%s can not be used as %s', async (content, type) => {
    expect(await refused({ content: CONTENT[content], fields: { type } })).toEqual([
      415,
      'unsupported_media_type',
    ]);
  });

  it('is judged by the content, whatever its name and its sender say', async () => {
    await made(service, { content: CONTENT.png, fileName: 'note.txt', declared: 'text/plain' });
    const html = { content: CONTENT.html, fileName: 'a.png', declared: 'image/png' };
    expect(await refused(html)).toEqual([415, 'unsupported_media_type']);
    const text = { content: CONTENT.text, fields: { type: 'custom-component' }, declared: 'text/html' };
    const { downloadUrl } = await made(service, text);
    const { headers } = await fetch(service.url + downloadUrl);
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  });

  it('says what is allowed', async () => {
    const { detail } = await problemOf(await send(service, { content: CONTENT.html }));
    expect(detail).toBe(
      "The file can't be used as image: it is text/plain; allowed are image/png, image/jpeg, image/gif, image/webp, image/avif, image/svg+xml.",
    );
  });
});

describe('the limits of an upload', () => {
  const sized = (size: number) => ({ content: Buffer.concat([CONTENT.png, Buffer.alloc(size)], size) });

  it('take a file that is as large as allowed, and none that is larger', async () => {
    await made(service, sized(LIMIT));
    expect(await refused(sized(LIMIT + 1))).toEqual([413, 'file_too_large']);
    expect(await refused(sized(LIMIT + 1_000_000))).toEqual([413, 'file_too_large']);
  });

  it.each([
    [{ name: 'x'.repeat(255), purpose: 'x'.repeat(2000), tags: Array(50).fill('t') as string[] }, 201],
    [{ name: 'x'.repeat(256) }, 400],
    [{ name: '' }, 400],
    [{ purpose: 'x'.repeat(2001) }, 400],
    [{ tags: Array(51).fill('t') as string[] }, 400],
    [{ tags: 'x'.repeat(100) }, 201],
    [{ tags: 'x'.repeat(101) }, 400],
    [{ aiDescription: 'x'.repeat(5000) }, 413],
  ])('are those of its fields (%#)', async (fields, status) => {
    expect((await send(service, { fields })).status).toBe(status);
  });
});

describe('a form that is not as it should be', () => {
  it.each([
    ['no name', { name: null }, '/name', 'required'],
    ['no kind', { type: null }, '/type', 'required'],
    ['an unknown kind', { type: 'page' }, '/type', 'unknown_value'],
    ['two names', { name: ['a', 'b'] }, '/name', 'wrong_type'],
    ['a strange flag', { hidden: 'yes' }, '/hidden', 'wrong_type'],
    ['an unknown field', { colour: 'red' }, '/colour', 'unknown_property'],
    ['a hostile field', { __proto__x: 'y', constructor: 'z' }, '/__proto__x', 'unknown_property'],
    ['a NUL', { name: 'a\0b' }, '/name', 'nul_character'],
  ])('has its fault named: %s', async (_, fields, pointer, code) => {
    const answer = await send(service, { fields });
    expect(answer.status).toBe(400);
    expect((await problemOf(answer)).errors[0]).toMatchObject({ pointer, code });
  });

  it('has no file, two files, or a text that is not UTF-8', async () => {
    const form = (file: boolean) => {
      const made = new FormData();
      made.append('name', 'x');
      made.append('type', 'image');
      if (file) for (const name of ['a', 'b']) made.append('file', new Blob([CONTENT.png]), name);
      return made;
    };
    const without = await problemOf(await sendForm(service, service.home, form(false)));
    expect(without.errors).toEqual([expect.objectContaining({ pointer: '/file', code: 'required' })]);
    const twice = await problemOf(await sendForm(service, service.home, form(true)));
    expect(twice.errors).toEqual([expect.objectContaining({ pointer: '/file', code: 'too_many' })]);
    const raw = Buffer.from(
      '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\n\xff\r\n--b--\r\n',
      'latin1',
    );
    const type = { 'content-type': 'multipart/form-data; boundary=b' };
    const latin = await problemOf(await sendForm(service, service.home, raw, type));
    expect(latin.errors).toEqual([expect.objectContaining({ pointer: '/name', code: 'not_utf8' })]);
  });

  it.each([
    ['JSON', '{}', 'application/json', 415],
    ['no boundary', 'x', 'multipart/form-data', 415],
    ['an empty boundary', 'x', 'multipart/form-data; boundary=', 400],
    ['an empty boundary in quotes', 'x', 'multipart/form-data; boundary=""', 400],
    ['a boundary of 71 characters', 'x', `multipart/form-data; boundary=${'b'.repeat(71)}`, 400],
    ['a boundary with a forbidden character', 'x', 'multipart/form-data; boundary="a{b}"', 400],
    ['a boundary that ends with a space', 'x', 'multipart/form-data; boundary="b "', 400],
    ['nothing in it', '', 'multipart/form-data; boundary=b', 400],
    [
      'no end',
      '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nx',
      'multipart/form-data; boundary=b',
      400,
    ],
    ['no form at all', 'x'.repeat(100), 'multipart/form-data; boundary=b', 400],
    [
      'a part without a name',
      '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--',
      'multipart/form-data; boundary=b',
      400,
    ],
  ])('is refused: %s', async (_, body, type, status) => {
    const answer = await sendForm(service, service.home, body, { 'content-type': type });
    expect([answer.status, (await problemOf(answer)).status]).toEqual([status, status]);
  });

  it.each([
    ['in its file', FILE_PART],
    ['in a part without a name', part('filename="x"')],
    ['in a second file', `${FILE_PART}\r\n${FILE_PART}`],
    ['in a part that is one too many', `${part('name="tags"')}\r\n`.repeat(200) + FILE_PART],
    ['in the headers of a part', '--b\r\nContent-Disposition: form-data; name="fi'],
    ['in a part that is none of a form', '--b\r\nContent-Disposition: inline\r\n\r\nxxxxxxxxxx'],
  ])('is cut off %s', async (_, body) => {
    const type = { 'content-type': 'multipart/form-data; boundary=b' };
    const { status, code } = await problemOf(await sendForm(service, service.home, body, type));
    expect([status, code]).toEqual([400, expect.stringMatching(/^(malformed_form|validation_failed)$/)]);
    await made(service);
  });

  it.each([
    ['ends twice', '--b--\r\n--b--\r\n'],
    ['goes on after its end', `--b--\r\n${FILE_PART}\r\n--b--\r\n`],
    ['has an empty part without a line of its own', `${part('name="file"; filename="a"', '')}--b--\r\n`],
    ['has a part without its blank line', '--b\r\nContent-Disposition: form-data; name="a"\r\n--b--\r\n'],
    [
      'has a boundary where content should begin',
      `${part('name="file"; filename="a"', '--b\r\nx')}\r\n--b--`,
    ],
  ])('is refused at once where it %s', async (_, body) => {
    const type = { 'content-type': 'multipart/form-data; boundary=b' };
    const { status, code } = await problemOf(await sendForm(service, service.home, body, type));
    expect([status, code]).toEqual([400, expect.stringMatching(/^(malformed_form|validation_failed)$/)]);
    await made(service);
  });

  it('has too many parts', async () => {
    const fields = { tags: Array(300).fill('t') as string[] };
    expect(await refused({ fields })).toEqual([400, 'malformed_form']);
  });
});

it('leaves nothing behind of all that was refused', async () => {
  const { rows } = await service.pool.query<{ count: string }>('select count(*) from asset');
  expect((await filesOf(service)).length).toBe(Number(rows[0]!.count));
  expect(before).toHaveLength(6);
  expect(await orphanCount(service)).toBe(0);
});
