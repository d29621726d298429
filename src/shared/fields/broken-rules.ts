import { ValidationTypes, type ValidationError } from 'class-validator';
import { constraintOf, type Rule } from '../libraries/class-validator-internals.js';
import { knownDtoOf, planOf, type DtoPlan, type FieldPlan } from './dto-plan.js';
import { pointerTo, type Faults, type Path } from './faults.js';
import { isObject } from './shape-check.js';
import { argumentsFor, codeOf, messageOf, nameOf } from './rules.js';

/** A broken rule, and class-validator's text for it. */
interface Broken {
  rule: Rule;
  text: string;
  dto?: object;
}

/** Reports class-validator's findings: each with its path, a stable code and a sentence. */
export class BrokenRules {
  constructor(
    private readonly faults: Faults,
    /** Paths that already have a fault. */
    private readonly misshapen: ReadonlySet<string>,
  ) {}

  note(errors: readonly ValidationError[] = [], plan: DtoPlan, path: Path = []): void {
    for (const error of errors) {
      const field = plan.byProperty.get(error.property);
      if (field) this.noteField(error, field, [...path, field.name]);
      else this.faults.add([...path, error.property], 'required', 'is required');
    }
  }

  private noteField(error: ValidationError, field: FieldPlan, path: Path): void {
    if (this.faults.isFull || this.misshapen.has(pointerTo(path))) return;
    const value: unknown = error.value;
    const broken = brokenIn(error, field);
    if (!Array.isArray(value)) {
      this.tell(broken, value, field.expected, path);
      if (field.dto) this.note(error.children, planIn(field, value), path);
      return;
    }
    this.tell(
      broken.filter(({ rule }) => !rule.each),
      value,
      field.expected,
      path,
    );
    const ofItems = broken.filter(({ rule }) => rule.each);
    if (ofItems.length > 0) this.noteItems(ofItems, value, field, path);
    for (const item of error.children ?? []) this.noteDto(item, field, [...path, Number(item.property)]);
  }

  /** class-validator only reports that some item breaks the rule. */
  private noteItems(
    broken: readonly Broken[],
    items: readonly unknown[],
    field: FieldPlan,
    path: Path,
  ): void {
    for (const [index, item] of items.entries()) {
      if (this.faults.isFull) return;
      const here = [...path, index];
      if (this.misshapen.has(pointerTo(here))) continue;
      this.tell(
        broken.filter((each) => !holds(each, item)),
        item,
        field.expectedOfItems,
        here,
      );
    }
  }

  private noteDto(item: ValidationError, field: FieldPlan, path: Path): void {
    if (this.misshapen.has(pointerTo(path))) return;
    this.tell(brokenIn(item, field), item.value, field.expectedOfItems, path);
    if (field.dto) this.note(item.children, planIn(field, item.value), path);
  }

  /** Reports each code once. If the type is wrong, rules about values do not apply. */
  private tell(broken: readonly Broken[], value: unknown, expected: string, path: Path): void {
    if (broken.length === 0) return;
    if (value === undefined) {
      const required = broken.find(({ rule }) => codeOf(nameOf(rule)) === 'required' && rule.message);
      return this.faults.add(path, 'required', required ? withoutName(required) : 'is required');
    }
    const byCode = new Map(
      broken.map((each) => [codeOf(nameOf(each.rule)), messageFor(each, value, expected)]),
    );
    for (const [code, message] of byCode) {
      const follows = byCode.has('wrong_type') && code !== 'wrong_type';
      if (!follows || (code === 'out_of_range' && typeof value === 'number'))
        this.faults.add(path, code, message);
    }
  }
}

function planIn(field: FieldPlan, value: unknown): DtoPlan {
  return planOf((isObject(value) && knownDtoOf(field, value)) || field.dto!);
}

function brokenIn({ constraints = {}, target }: ValidationError, { rules }: FieldPlan): Broken[] {
  return Object.entries(constraints).map(([name, text]) => ({
    rule: rules.find((rule) => nameOf(rule) === name)!,
    text,
    dto: target,
  }));
}

/** Uses our wording if there is one, so that all dtos read alike; otherwise the rule's own. */
function messageFor({ rule, text, dto }: Broken, value: unknown, expected: string): string {
  const isOurs = rule.message === undefined || rule.type === ValidationTypes.NESTED_VALIDATION;
  if (isOurs && codeOf(nameOf(rule)) === 'wrong_type') return expected;
  const given = typeof rule.message === 'function' ? rule.message(argumentsFor(rule, value, dto)) : text;
  return (isOurs && messageOf(rule)) || withoutName({ rule, text: given });
}

/** The name that class-validator knows is not the whole path, and may differ from the name on the wire. */
function withoutName({ rule: { propertyName }, text }: Broken): string {
  const name = [`each value in ${propertyName} `, `${propertyName} `].find((start) => text.startsWith(start));
  return text.slice(name?.length);
}

function holds({ rule, dto }: Broken, item: unknown): boolean {
  return constraintOf(rule)!.instance.validate(item, argumentsFor(rule, item, dto)) as boolean;
}
