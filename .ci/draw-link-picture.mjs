// Makes a page on the service on PORT, opens it on the site, and has its link picture drawn.
const service = `http://127.0.0.1:${process.env.PORT}`;
const site = `http://127.0.0.1:${Number(process.env.PORT) + 1}`;
const headers = { 'x-api-key': process.env.API_KEY, 'content-type': 'application/json' };

async function made(path, body) {
  const answer = await fetch(`${service}/v0/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers,
  });
  if (answer.status !== 201) throw new Error(`${path} was answered with ${await answer.text()}`);
  return answer.json();
}

const path = `/drawn-${process.pid}`;
const parts = { actions: [], actionCardWidgets: [], scripts: [] };
const page = { name: 'A page', pageContext: 'A page', pageType: 'inbound', brandId: 'none', ...parts };
const { pageId } = await made('pages', page);
const { audienceId } = await made(`pages/${pageId}/audiences`, {});
const { url } = await made('page_links', { path, target: { targetType: 'audience', audienceId } });
const html = await (await fetch(site + new URL(url).pathname)).text();
const [, picture] = /"og:image" content="([^"]+)"/.exec(html) ?? [];
if (!picture) throw new Error(`The page names no picture: ${html}`);
const png = Buffer.from(await (await fetch(site + new URL(picture).pathname)).arrayBuffer());
const size = [png.readUInt32BE(16), png.readUInt32BE(20)];
if (png.toString('latin1', 1, 4) !== 'PNG' || String(size) !== '1200,630')
  throw new Error(`The link picture has ${size} pixels.`);
console.log('A link picture was drawn.');
