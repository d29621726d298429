import { knownDtoOf, planOf, seal, type DtoPlan, type FieldPlan } from './dto-plan.js';
import type { Kinds } from './field-shape.js';
import { pointerTo, type Faults, type Path } from './faults.js';
import { MAX_DEPTH } from './unstorable.js';

/** Maximum number of dtos and converted values in all lists of a request together. */
const MAX_ITEMS = 10_000;

type Plain = Record<string, unknown>;

/**
 * Checks names, shapes and counts before class-transformer and class-validator see the request: neither limits its
 * work on unexpected input. A value that passes has only known field names, each with the right shape.
 */
export class ShapeCheck {
  /** Paths that already have a fault. */
  readonly misshapen = new Set<string>();
  private items = 0;

  constructor(private readonly faults: Faults) {}

  checkObject(plan: DtoPlan, sent: object, path: Path = []): Plain {
    const proven: Plain = {};
    // `findUnstorable` has already reported excessive depth.
    if (path.length >= MAX_DEPTH) return proven;
    for (const name of Object.keys(sent)) {
      if (this.faults.isFull) break;
      const field = plan.byName.get(name);
      if (field) proven[name] = this.checkField(field, (sent as Plain)[name], [...path, name]);
      else this.faults.addUnknown([...path, name]);
    }
    return proven;
  }

  private checkField(field: FieldPlan, value: unknown, path: Path): unknown {
    if (value === null || (field.isTransformed && !field.dto)) return seal(value);
    if (field.isList)
      return this.checkList(field, this.faults.source === 'query' ? [value].flat() : value, path);
    if (field.content === 'anything') return seal(value);
    if (field.dto && isObject(value)) return this.checkDto(field, value, path);
    if (!field.dto && typeof value !== 'object') return value;
    return this.noteMisshapen(path, field.expected);
  }

  private checkDto(field: FieldPlan, sent: object, path: Path): unknown {
    const dto = knownDtoOf(field, sent);
    return dto ? this.checkObject(planOf(dto), sent, path) : this.noteUnknownKind(field.kinds!, sent, path);
  }

  private checkList(field: FieldPlan, list: unknown, path: Path): unknown {
    if (!Array.isArray(list)) return this.noteMisshapen(path, field.expected);
    if (field.content === 'anything') return seal(list);
    if (!field.isSealed) this.items += list.length;
    if (this.items > MAX_ITEMS) return this.noteTooMany(path);
    const proven: unknown[] = [];
    for (const [index, item] of list.entries()) {
      if (this.faults.isFull) break;
      proven.push(this.checkItem(field, item, path, index));
    }
    return field.isSealed ? seal(proven) : proven;
  }

  /** A misshapen item keeps its place, so that the other items keep theirs. */
  private checkItem(field: FieldPlan, item: unknown, path: Path, index: number): unknown {
    if (field.dto && isObject(item)) return this.checkDto(field, item, [...path, index]);
    if (!field.dto && (typeof item !== 'object' || item === null)) return item;
    this.noteMisshapen([...path, index], field.expectedOfItems);
    return field.dto ? {} : null;
  }

  private noteMisshapen(path: Path, message: string): void {
    this.misshapen.add(pointerTo(path));
    this.faults.add(path, 'wrong_type', message);
  }

  /** Without its kind, nothing else of the object can be checked. */
  private noteUnknownKind({ by, dtos }: Kinds, sent: object, path: Path): Plain {
    this.misshapen.add(pointerTo(path));
    if (Object.hasOwn(sent, by))
      this.faults.add([...path, by], 'unknown_value', `must be one of ${[...dtos.keys()].join(', ')}`);
    else this.faults.add([...path, by], 'required', 'is required');
    return {};
  }

  private noteTooMany(path: Path): void {
    this.misshapen.add(pointerTo(path));
    this.faults.add(path, 'too_many', `has too many items: a request may have at most ${MAX_ITEMS}`);
  }
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
