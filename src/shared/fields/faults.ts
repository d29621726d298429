import type { Fault } from '../kernel/errors.js';

/** Whether a fault is in the body or in the query string. */
export type Source = 'body' | 'query';

export type Path = readonly (string | number)[];

/** Maximum number of faults in one answer. */
export const MAX_FAULTS = 100;
const MAX_STEP_LENGTH = 100;

/** Collects all faults of a request, up to `MAX_FAULTS`. */
export class Faults {
  readonly found: Fault[] = [];

  /** All paths are within this one. */
  constructor(
    readonly source: Source,
    private readonly within: Path = [],
  ) {}

  get isFull(): boolean {
    return this.found.length >= MAX_FAULTS;
  }

  /** The message is a sentence, or the part of a sentence that follows the field name. */
  add(path: Path, code: string, message: string): void {
    if (this.isFull) return;
    const steps = [...this.within, ...path].map((step) => String(step).slice(0, MAX_STEP_LENGTH));
    const name = steps.join('.');
    const place = this.source === 'body' ? { pointer: pointerTo(steps) } : { parameter: name };
    const sentence = /^\p{Lu}/u.test(message) ? message : `${name || 'The body'} ${message}`;
    this.found.push({ ...place, code, message: /[.!?]$/.test(sentence) ? sentence : `${sentence}.` });
  }

  addUnknown(path: Path): void {
    if (this.source === 'body') this.add(path, 'unknown_property', 'is not a known property');
    else this.add(path, 'unknown_parameter', 'is not a known parameter');
  }
}

/** RFC 6901. */
export function pointerTo(path: Path): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
