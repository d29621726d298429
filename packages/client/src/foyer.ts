import { makeMethods } from './methods.js';
import type { Client } from './method-types.js';
import { resources } from './resources.js';
import { Transport, type TransportOptions } from './transport.js';

export interface FoyerOptions<Dates extends boolean = boolean> extends TransportOptions {
  /** Times in answers are `Date` instead of text. */
  dates?: Dates;
}

/** The API of a Foyer service, for one key. */
// The interface below has the resources.
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging
export class Foyer<Dates extends boolean = false> {
  constructor({ dates, ...options }: FoyerOptions<Dates>) {
    Object.assign(this, makeMethods(resources, { transport: new Transport(options), dates: dates ?? false }));
  }
}

// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface Foyer<Dates extends boolean = false> extends Client<typeof resources, Dates> {}
