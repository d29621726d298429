import { makeVariants } from '../../../src/modules/assets/variants/variants.jobs.js';
import { made } from '../../assets/support.js';
import { pictureOf } from '../../support/picture-files.js';
import { StepwiseWorker } from '../../support/stepwise-worker.js';
import { useTestService } from '../../support/test-service.js';
import { until } from '../../support/until.js';
import { SiteVisitor } from '../site-visitor.js';

const used = useTestService();
const { service, api } = used;
const visitor = new SiteVisitor(used);

interface NamedImage {
  assetId?: string;
  fileId?: string;
  url?: string;
}

const logosOf = (...images: NamedImage[]) => ({
  actionCardWidgets: [
    {
      ...{ type: 'logo_marquee', title: 'They trust us' },
      logos: images.map((image, at) => ({
        image: { altText: `Logo ${at}`, url: '', fileId: '', assetId: '', ...image },
      })),
    },
  ],
});

const panelIn = (html: string) => /<ul class="logos[^]*?<\/ul>/.exec(html)?.[0];
const open = async (path: string) => (await visitor.open(path).expect(200)).text;
const large = async () =>
  made(service, { content: await pictureOf('jpeg', { width: 900, height: 300 }), fields: { type: 'logo' } });

it('logos of assets are shown in sizes that fit, whether their asset or their file is named', async () => {
  const { assetId, data } = await large();
  await new StepwiseWorker(service).workOff(makeVariants);
  await visitor.shown('/sizes', logosOf({ assetId }, { fileId: data.fileId }));
  const panel = panelIn(await open('/home/sizes'))!;
  expect(panel.match(/<picture><source type="image\/webp" srcset="[^"]+ 320w, /g)).toHaveLength(2);
  expect(panel.match(/<img [^>]*width="900" height="300"/g)).toHaveLength(2);
});

it('a logo in the trash is left out, and comes back', async () => {
  const [first, second] = [await large(), await large()];
  await visitor.shown('/trashed-logo', logosOf({ assetId: first.assetId }, { fileId: second.data.fileId }));
  const shown = async () => panelIn(await open('/home/trashed-logo'))?.match(/alt="Logo \d"/g);
  expect(await shown()).toEqual(['alt="Logo 0"', 'alt="Logo 1"']);
  await api.delete(`/v0/assets/${first.assetId}`).expect(200);
  await until(async () => (await shown())?.length === 1);
  expect(await shown()).toEqual(['alt="Logo 1"']);
  await api.delete(`/v0/assets/${second.assetId}`).expect(200);
  await until(async () => (await shown()) === undefined);
  expect(await open('/home/trashed-logo')).not.toContain('They trust us');
  await api.post(`/v0/assets/trash/${first.assetId}/restore`).expect(200);
  await until(async () => (await shown())?.length === 1);
});

it('a logo of nothing that is there has its URL', async () => {
  await visitor.shown('/elsewhere', logosOf({ assetId: 'own', url: 'https://example.com/a.png' }));
  expect(panelIn(await open('/home/elsewhere'))).toContain('src="https://example.com/a.png"');
});

it('the pages with a logo are named when its asset is put into the trash', async () => {
  const { assetId } = await large();
  const { pageId } = await visitor.page(logosOf({ assetId }));
  const { body } = await api.delete(`/v0/assets/${assetId}`).expect(200);
  expect(body.usedBy).toEqual([{ type: 'page', id: pageId }]);
});
