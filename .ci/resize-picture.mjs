// Uploads a picture of 600 × 300 pixels to the service on PORT, and waits until its preview of 512 × 256 can be opened.
import { setTimeout as wait } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';

const [width, height] = [600, 300];
const service = `http://127.0.0.1:${process.env.PORT}`;
const headers = { 'x-api-key': process.env.API_KEY };

const chunk = (name, data) => {
  const body = Buffer.concat([Buffer.from(name), data]);
  const [length, checksum] = [data.length, crc32(body)].map((number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(number);
    return bytes;
  });
  return Buffer.concat([length, body, checksum]);
};
const header = Buffer.from([0, 0, width >> 8, width & 255, 0, 0, height >> 8, height & 255, 8, 0, 0, 0, 0]);
const lines = deflateSync(Buffer.alloc((width + 1) * height));
const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const png = Buffer.concat([
  signature,
  chunk('IHDR', header),
  chunk('IDAT', lines),
  chunk('IEND', Buffer.alloc(0)),
]);

const form = new FormData();
form.append('file', new Blob([png]), 'picture.png');
form.append('name', 'Picture');
form.append('type', 'image');
const uploaded = await fetch(`${service}/v0/assets`, { method: 'POST', body: form, headers });
if (uploaded.status !== 201) throw new Error(`The upload was answered with ${await uploaded.text()}`);
const { assetId } = await uploaded.json();

const previewOf = async () =>
  (await (await fetch(`${service}/v0/assets/${assetId}`, { headers })).json()).previewDownloadUrl;
let preview = await previewOf();
for (let tries = 0; !preview && tries < 300; tries++) {
  await wait(100);
  preview = await previewOf();
}
if (!preview) throw new Error('The picture has no preview after 30 s.');
const webp = Buffer.from(await (await fetch(service + preview)).arrayBuffer());
const size = [webp.readUInt16LE(26), webp.readUInt16LE(28)];
if (webp.toString('latin1', 8, 15) !== 'WEBPVP8' || String(size) !== '512,256')
  throw new Error(`The preview has ${size} pixels.`);
console.log('A picture was resized.');
