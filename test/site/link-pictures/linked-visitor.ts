import sharp from 'sharp';
import { made } from '../../assets/support.js';
import { pictureOf } from '../../support/picture-files.js';
import { SiteVisitor } from '../site-visitor.js';

export const tagsIn = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"\/>/g)].map(([, name, content]) => [
      name!,
      content!,
    ]),
  );

export const pathIn = (tags: Record<string, string>) => new URL(tags['og:image']!).pathname;

interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The colours in an area, as hex. */
export async function coloursIn(png: Buffer, area: Area): Promise<Set<string>> {
  const { data, info } = await sharp(png)
    .extract(area)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info.channels).toBe(3);
  const colours = Array.from({ length: data.length / 3 }, (_, at) =>
    data.toString('hex', at * 3, at * 3 + 3),
  );
  return new Set(colours.map((colour) => `#${colour}`));
}

export const CORNER = { left: 0, top: 0, width: 60, height: 60 };
export const LOGO = { left: 80, top: 64, width: 480, height: 96 };
export const TITLE = { left: 80, top: 170, width: 1040, height: 400 };
export const STRIPE = { left: 0, top: 612, width: 1200, height: 18 };
export const RIGHT_MARGIN = { left: 1140, top: 0, width: 60, height: 600 };

/** Makes pages that are shown with a link picture, and opens the pictures. */
export class LinkedVisitor extends SiteVisitor {
  private count = 0;

  newPath(): string {
    return `/linked-${++this.count}`;
  }

  /** The tags of a page that is open already. */
  async tagsAt(path: string): Promise<Record<string, string>> {
    return tagsIn((await this.open(`/home${path}`).expect(200)).text);
  }

  /** The path of the link picture of a new page. */
  async pictureFor(page: object = {}, audience: object = {}): Promise<string> {
    const path = this.newPath();
    await this.shown(path, page, audience);
    return pathIn(await this.tagsAt(path));
  }

  openPicture(path: string, headers: Record<string, string> = {}) {
    return this.open(path, headers).responseType('blob');
  }

  async bytesOf(path: string): Promise<Buffer> {
    return (await this.openPicture(path).expect(200)).body as Buffer;
  }

  async newBrand(body: object = {}): Promise<{ key: string; path: string }> {
    const key = `drawn-${++this.count}`;
    const brand = { key, name: 'Brand', ...body };
    const { brandId } = (await this.service.home.api.post('/v0/brands', brand).expect(201)).body;
    return { key, path: `/v0/brands/${brandId}` };
  }

  async newLogo(background: string, width = 960): Promise<string> {
    const content = await pictureOf('png', { width, height: width / 5, background });
    return (await made(this.service, { content, fields: { type: 'logo' } })).assetId;
  }
}
