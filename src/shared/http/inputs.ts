import { Body, createParamDecorator, Query, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { uuidNamedBy, type IdPrefix } from '../kernel/ids.js';
import { Precondition } from '../kernel/precondition.js';

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
  /** Which of the kind's example records the documentation shows. */
  example: number;
}

/** The JSON body, proven against its dto. */
export const FromBody = (): ParameterDecorator => noted(Body(), (inputs) => (inputs.body = true));

/** The fields and the file of a form, proven against their dto; the file lies in the store already. */
export const FromUpload = (): ParameterDecorator => noted(Body(), (inputs) => (inputs.upload = true));

/** The query string, proven against its dto. */
export const FromQuery = (): ParameterDecorator => noted(Query(), (inputs) => (inputs.query = true));

/** An id in the path, as the UUID it stands for. One that can't be an id of this kind names what does not exist. */
export function PathId(
  parameter: string,
  prefix = parameter.slice(0, -'_id'.length) as IdPrefix,
  example = 1,
): ParameterDecorator {
  const source: PathIdSource = { parameter, prefix, example };
  return noted(idFromPath(source), (inputs) => inputs.pathIds.unshift(source));
}

/** A name in the path that need not be an id of ours, as it was sent. */
export function PathKey(parameter: string, prefix: IdPrefix): ParameterDecorator {
  return noted(nameFromPath(parameter), (inputs) =>
    inputs.pathIds.unshift({ parameter, prefix, example: 1 }),
  );
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

const idFromPath = createParamDecorator(({ parameter, prefix }: PathIdSource, context: ExecutionContext) => {
  const given = context.switchToHttp().getRequest<Request>().params[parameter];
  return uuidNamedBy(prefix, String(given));
});

// The database can't keep a NUL, so nothing has a name with one.
const nameFromPath = createParamDecorator((parameter: string, context: ExecutionContext) => {
  const given = String(context.switchToHttp().getRequest<Request>().params[parameter]);
  return given.includes('\0') ? '' : given;
});

function noted(decorate: ParameterDecorator, note: (inputs: Inputs) => unknown): ParameterDecorator {
  return (controller, method, index) => {
    decorate(controller, method, index);
    note(inputsOf(controller, method!));
  };
}
