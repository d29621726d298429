import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { invalid } from '../kernel/errors.js';
import { BrokenRules } from './broken-rules.js';
import { rememberRules } from '../libraries/class-validator-internals.js';
import { planOf } from './dto-plan.js';
import { Faults, type Path, type Source } from './faults.js';
import { isObject, ShapeCheck } from './shape-check.js';
import { findUnstorable } from './unstorable.js';

rememberRules();

/** A dto without fields is valid; class-validator would refuse it as unknown. */
const OPTIONS = { forbidUnknownValues: false };

/** Creates a dto from what was sent, or refuses it with all its faults. `within`: its place in the body. */
export function readDto<Dto extends object>(
  type: Type<Dto>,
  sent: unknown,
  source: Source,
  within: Path = [],
): Dto {
  const faults = new Faults(source, within);
  const dto = isObject(sent) ? read(type, sent, faults) : undefined;
  if (!isObject(sent)) faults.add([], 'wrong_type', 'must be a JSON object');
  if (dto === undefined || faults.found.length > 0) throw invalid(faults.found);
  return dto;
}

function read<Dto extends object>(type: Type<Dto>, sent: object, faults: Faults): Dto | undefined {
  const plan = planOf(type);
  const shape = new ShapeCheck(faults);
  findUnstorable(sent, faults);
  const proven = shape.checkObject(plan, sent);
  // A request that already has the maximum number of faults is not checked further.
  if (faults.isFull) return undefined;
  const dto = plainToInstance(type, proven);
  const errors = validateSync(dto, OPTIONS);
  new BrokenRules(faults, shape.misshapen).note(errors, plan);
  // A list may break a rule that none of its items breaks.
  if (errors.length > 0 && faults.found.length === 0) faults.add([], 'broken_rule', 'breaks a rule');
  return dto;
}
