import type { Type } from '@nestjs/common';
import { startupError } from '../../src/application/startup-errors.js';
import { loadNatively } from '../support/jest/load-natively.js';
import { createDtoApp } from './dto-app.js';

interface Dtos {
  REFUSED: [Type<object>, string][];
  FINE: Type<object>;
  readerOf: (dto: Type<object>) => Type;
}

const { REFUSED, FINE, readerOf } = loadNatively<Dtos>(new URL('refused-dtos.ts', import.meta.url));

describe('a dto that can not be read safely', () => {
  it.each(REFUSED)('keeps the service from starting: %p', async (dto, line) => {
    const app = await createDtoApp(readerOf(dto));
    const error: unknown = await app.init().catch((error: unknown) => error);
    expect(startupError(error)).toBe(line);
    await app.close();
  });

  it('is told from one that can', async () => {
    const app = await createDtoApp(readerOf(FINE));
    await app.init();
    await app.close();
  });
});
