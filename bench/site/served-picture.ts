import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { PAGE, post } from '../setup/posts.ts';
import type { Target } from '../setup/servers.ts';

/** About 40 KB, like a variant for phones. */
const PIXELS = 200;

/** Uploads a picture, shows it on a page, and returns its address on the site. */
export async function makePicture(foyer: Target, siteUrl: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([noise()]), 'noise.png');
  form.append('name', 'Noise');
  form.append('type', 'image');
  const { url, headers } = foyer;
  const answer = await fetch(`${url}/v0/assets`, { method: 'POST', body: form, headers });
  const { assetId } = (await answer.json()) as { assetId: string };
  const image = { altText: 'Noise', url: '', fileId: '', assetId };
  const widget = { type: 'logo_marquee', title: 'Pictures', logos: [{ image }] };
  const { pageId } = await post(foyer, '/v0/pages', { ...PAGE, actionCardWidgets: [widget] });
  const { audienceId } = await post(foyer, `/v0/pages/${pageId}/audiences`, {});
  await post(foyer, '/v0/page_links', { path: '/picture', target: { targetType: 'audience', audienceId } });
  const html = await (await fetch(`${siteUrl}/default/picture`)).text();
  const path = /"(\/_foyer\/files\/[\w-]+)"/.exec(html)?.[1];
  if (!path) throw new Error('The page shows no picture.');
  return path;
}

/** A PNG that can't be compressed. */
function noise(): Buffer<ArrayBuffer> {
  const header = Buffer.from([0, 0, 0, PIXELS, 0, 0, 0, PIXELS, 8, 0, 0, 0, 0]);
  const line = () => [Buffer.alloc(1), randomBytes(PIXELS)];
  const lines = deflateSync(Buffer.concat(Array.from({ length: PIXELS }, line).flat()));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', lines), chunk('IEND')]);
}

function chunk(name: string, data: Uint8Array = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
