import { Body, createParamDecorator, Query, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { uuidOf, type IdPrefix } from '../kernel/ids.js';
import { Precondition } from './precondition.js';

/** What a handler asks for. The endpoint decorator reads it to document and to guard the operation. */
export interface Inputs {
  body: boolean;
  upload: boolean;
  query: boolean;
  pathIds: PathIdSource[];
}

export interface PathIdSource {
  parameter: string;
  prefix: IdPrefix;
  /** Which of the sample records the docs name. */
  nth: number;
}

/** The JSON body, proven against its dto. */
export const FromBody = (): ParameterDecorator => noted(Body(), (inputs) => (inputs.body = true));

/** The fields and the file of a form, proven against their dto; the file lies in the store already. */
export const FromUpload = (): ParameterDecorator => noted(Body(), (inputs) => (inputs.upload = true));

/** The query string, proven against its dto. */
export const FromQuery = (): ParameterDecorator => noted(Query(), (inputs) => (inputs.query = true));

/** An id in the path, as the UUID it stands for. One that can't be an id of this kind names what does not exist. */
export function PathId(parameter: `${IdPrefix}_id`): ParameterDecorator;
export function PathId(parameter: string, prefix: IdPrefix, nth?: number): ParameterDecorator;
export function PathId(
  parameter: string,
  prefix = parameter.slice(0, -'_id'.length) as IdPrefix,
  nth = 0,
): ParameterDecorator {
  const source: PathIdSource = { parameter, prefix, nth };
  return noted(idFromPath(source), (inputs) => inputs.pathIds.unshift(source));
}

/** The `If-Match` of a PATCH or DELETE. */
export const IfMatch = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    new Precondition(context.switchToHttp().getRequest<Request>().get('if-match')),
);

export function inputsOf(controller: object, method: string | symbol): Inputs {
  const known = Reflect.getOwnMetadata(INPUTS, controller, method) as Inputs | undefined;
  if (known) return known;
  const inputs: Inputs = { body: false, upload: false, query: false, pathIds: [] };
  Reflect.defineMetadata(INPUTS, inputs, controller, method);
  return inputs;
}

const INPUTS = Symbol('inputs');

/** No record has it. So an ill-formed id takes the same way as an unknown one, and gets the same answer. */
const NOTHING = '00000000-0000-0000-0000-000000000000';

const idFromPath = createParamDecorator(({ parameter, prefix }: PathIdSource, context: ExecutionContext) => {
  const given = context.switchToHttp().getRequest<Request>().params[parameter];
  return (typeof given === 'string' && uuidOf(prefix, given)) || NOTHING;
});

function noted(decorate: ParameterDecorator, note: (inputs: Inputs) => unknown): ParameterDecorator {
  return (controller, method, index) => {
    decorate(controller, method, index);
    note(inputsOf(controller, method!));
  };
}
