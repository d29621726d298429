import { Injectable } from '@nestjs/common';
import { LinksApi } from '../../links/index.js';
import { AudiencesApi } from '../../pages/index.js';
import type { Dimension } from '../figures/dimensions.js';

/** The names of values that are ids. */
@Injectable()
export class ValueNames {
  constructor(
    private readonly audiences: AudiencesApi,
    private readonly links: LinksApi,
  ) {}

  async of(dimension: Dimension, values: readonly string[]): Promise<Map<string, string>> {
    if (values.length === 0) return new Map();
    if (dimension === 'audience') return this.audiences.names(values);
    if (dimension === 'link') return this.links.addresses(values);
    return new Map();
  }
}
