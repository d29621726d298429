import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { inContext } from '../../src/shared/database/transactions/work-context.js';
import { PICTURE_LIMITS } from '../../src/shared/pictures/picture-limits.js';
import type { DecodedType, Rendering } from '../../src/shared/pictures/picture-questions.js';
import { Pictures } from '../../src/shared/pictures/pictures.js';

export const SVG = 'image/svg+xml';

const DEFAULTS = { ...PICTURE_LIMITS };

export function restoreLimits(): void {
  Object.assign(PICTURE_LIMITS, DEFAULTS);
}

/** Decodes pictures from a folder of its own, with a new process for each test. */
export function usePictures() {
  let pictures: Pictures;
  let folder: string;
  let count = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'foyer-pictures-'));
  });
  beforeEach(() => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    pictures = new Pictures();
  });
  afterEach(() => {
    restoreLimits();
    pictures.onApplicationShutdown();
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function stored(content: Buffer, mediaType: DecodedType) {
    const path = join(folder, String(count++));
    await writeFile(path, content);
    return { path, mediaType };
  }

  const inTenant = <Result>(work: () => Promise<Result>, tenantId = 'one') => inContext({ tenantId }, work);

  async function inspected(content: Buffer, mediaType: DecodedType, tenantId?: string) {
    const file = await stored(content, mediaType);
    return inTenant(() => pictures.inspect(file), tenantId);
  }

  async function rendered(content: Buffer, mediaType: DecodedType, wanted: Omit<Rendering, 'path'>) {
    const file = await stored(content, mediaType);
    const path = join(folder, String(count++));
    const size = await inTenant(() => pictures.render(file, { path, ...wanted }));
    return { size, content: await readFile(path) };
  }

  const refusal = (content: Buffer, mediaType: DecodedType) =>
    inspected(content, mediaType).then(
      () => 'accepted',
      ({ reason }: { reason: string }) => reason,
    );

  return {
    ...{ stored, inTenant, inspected, rendered, refusal },
    get pictures() {
      return pictures;
    },
    get folder() {
      return folder;
    },
  };
}
