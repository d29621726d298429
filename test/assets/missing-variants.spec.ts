import { jest } from '@jest/globals';
import { makeMissingVariants, makeVariants } from '../../src/modules/assets/variants/variants.jobs.js';
import { clock } from '../../src/shared/kernel/clock.js';
import { uuidOf } from '../../src/shared/kernel/ids.js';
import { PictureFault } from '../../src/shared/pictures/picture-fault.js';
import { Pictures } from '../../src/shared/pictures/pictures.js';
import { pictureOf, svgOf } from '../support/picture-files.js';
import { StepwiseWorker } from '../support/stepwise-worker.js';
import { useTestService } from '../support/test-service.js';
import { CONTENT, made } from './support.js';

const { service } = useTestService();
let worker: StepwiseWorker;

beforeAll(() => {
  worker = new StepwiseWorker(service);
});
beforeEach(async () => {
  await worker.forgetAll();
  await service.pool.query('delete from asset');
});
afterEach(() => jest.restoreAllMocks());

/** Younger pictures have a job of their own. */
function runLater(): Promise<void> {
  const time = Date.now() + 11 * 60_000;
  jest.spyOn(clock, 'now').mockImplementation(() => new Date(time));
  return worker.run(makeMissingVariants);
}

const inspections = () => jest.spyOn(service.app.get(Pictures), 'inspect');

async function hasVariants(assetId: string): Promise<boolean> {
  const values = [uuidOf('asset', assetId)];
  return (await service.pool.query('select from asset_variant where asset_id = $1', values)).rowCount! > 0;
}

it('an unreadable picture does not keep the next one from its variants', async () => {
  const older = await made(service, { content: await pictureOf('png') });
  await made(service, { content: await pictureOf('png') });
  inspections().mockRejectedValueOnce(new PictureFault('unreadable', 'cut off'));
  await runLater();
  expect(await hasVariants(older.assetId)).toBe(true);
});

it('a failure of one picture does not keep the next one from its variants, and is reported', async () => {
  const older = await made(service, { content: await pictureOf('png') });
  const newer = await made(service, { content: await pictureOf('png') });
  inspections().mockRejectedValueOnce(new Error('no connection'));
  await expect(runLater()).rejects.toThrow('no connection');
  expect([await hasVariants(older.assetId), await hasVariants(newer.assetId)]).toEqual([true, false]);
  await runLater();
  expect(await hasVariants(newer.assetId)).toBe(true);
});

it('icons of an older release are left alone', async () => {
  const { assetId } = await made(service, { content: CONTENT.ico, fields: { type: 'icon' } });
  await service.pool.query('update asset set variants_at = null where id = $1', [uuidOf('asset', assetId)]);
  await runLater();
  const { rows } = await service.pool.query('select variant_failures from asset where id = $1', [
    uuidOf('asset', assetId),
  ]);
  expect(rows).toEqual([{ variant_failures: null }]);
});

it('an SVG without a size has no variants to make', async () => {
  const { assetId } = await made(service, { content: svgOf('<g/>', ''), fields: { type: 'logo' } });
  const inspect = inspections();
  await worker.work(makeVariants);
  await runLater();
  expect(inspect).not.toHaveBeenCalled();
  expect(await hasVariants(assetId)).toBe(false);
});
