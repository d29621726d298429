import { jest } from '@jest/globals';
import { ShownPicturesApi } from '../../src/modules/assets/index.js';
import { makeVariants } from '../../src/modules/assets/variants/variants.jobs.js';
import type { AssetView } from '../../src/modules/assets/dto/assets.dto.js';
import { inContext } from '../../src/shared/database/transactions/work-context.js';
import { clock } from '../../src/shared/kernel/clock.js';
import { uuidOf } from '../../src/shared/kernel/ids.js';
import { StepwiseWorker } from '../support/stepwise-worker.js';
import type { TestService, TestTenant } from '../support/test-service.js';
import { made } from './support.js';

export const HOUR = 3_600_000;

export const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

export const later = (ms: number) => {
  const time = Date.now() + ms;
  jest.spyOn(clock, 'now').mockImplementation(() => new Date(time));
};

/** Pictures whose variants are made by a worker that goes step by step. */
export class ProcessedPictures {
  worker!: StepwiseWorker;

  constructor(private readonly service: TestService) {}

  async read(assetId: string, { api }: TestTenant = this.service.home): Promise<AssetView> {
    return (await api.get(`/v0/assets/${assetId}`).expect(200)).body as AssetView;
  }

  /** An asset with its variants. */
  async processed(content: Buffer, tenant?: TestTenant): Promise<AssetView> {
    const { assetId } = await made(this.service, { content }, tenant);
    await this.worker.work(makeVariants);
    return this.read(assetId, tenant);
  }

  /** The pictures that pages show, with tokens of their files. */
  shown(assetIds: string[], { id }: TestTenant = this.service.home) {
    return inContext({ tenantId: id }, async () => {
      const api = this.service.app.get(ShownPicturesApi);
      const sign = await api.signer();
      const withToken = <File extends { fileId: string }>(file: File) => ({
        ...file,
        token: sign(file.fileId),
      });
      const found = [...(await api.find(assetIds))].filter(([, { hidden }]) => !hidden);
      return new Map(
        found.map(([assetId, picture]) => [
          assetId,
          { ...withToken(picture), variants: picture.variants.map(withToken) },
        ]),
      );
    });
  }

  onSite(token: string): Promise<Response> {
    return fetch(`${this.service.siteUrl}/_foyer/files/${token}`);
  }

  onApi(token: string): Promise<Response> {
    return fetch(`${this.service.url}/files/${token}`);
  }

  async variantCount(assetId: string): Promise<number> {
    const values = [uuidOf('asset', assetId)];
    const { rowCount } = await this.service.pool.query(
      'select from asset_variant where asset_id = $1',
      values,
    );
    return rowCount!;
  }
}

/** Each test begins without jobs and at the present time. */
export function useProcessedPictures(service: TestService): ProcessedPictures {
  const pictures = new ProcessedPictures(service);
  beforeAll(() => {
    pictures.worker = new StepwiseWorker(service);
  });
  beforeEach(() => pictures.worker.forgetAll());
  afterEach(() => jest.restoreAllMocks());
  return pictures;
}
