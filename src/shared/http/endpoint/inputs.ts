import { Body, createParamDecorator, Query, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { uuidNamedBy, type IdPrefix } from '../../kernel/ids.js';
import { Precondition } from '../../kernel/precondition.js';

/** What a handler reads. `@Endpoint` needs it to document and to guard the operation. */
export interface Inputs {
  body: boolean;
  upload: boolean;
  query: boolean;
  pathIds: PathIdSource[];
}

interface PathIdSource {
  parameter: string;
  prefix: IdPrefix;
  /** Which of the kind's example records the documentation shows. */
  example: number;
}

/** For operations that need no more than their path. The body may be left out. */
export class Empty {}

/** The JSON body, validated by its dto. */
export const FromBody = (): ParameterDecorator => withInputs(Body(), (inputs) => (inputs.body = true));

/** The fields and the file of a form, validated by their dto. The file lies in the store already. */
export const FromUpload = (): ParameterDecorator => withInputs(Body(), (inputs) => (inputs.upload = true));

/** The query string, validated by its dto. */
export const FromQuery = (): ParameterDecorator => withInputs(Query(), (inputs) => (inputs.query = true));

/** An id in the path, as the UUID it stands for. One that can't be an id of this kind names what does not exist. */
export function PathId(
  parameter: string,
  prefix = parameter.slice(0, -'_id'.length) as IdPrefix,
  example = 1,
): ParameterDecorator {
  const source: PathIdSource = { parameter, prefix, example };
  return withInputs(idFromPath(source), (inputs) => inputs.pathIds.unshift(source));
}

/** A parameter of the path as it was sent: an id of the service, or one that its callers gave. */
export function PathKey(parameter: string, prefix: IdPrefix): ParameterDecorator {
  return withInputs(keyFromPath(parameter), (inputs) =>
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

// PostgreSQL can't store a NUL, so no id has one.
const keyFromPath = createParamDecorator((parameter: string, context: ExecutionContext) => {
  const given = String(context.switchToHttp().getRequest<Request>().params[parameter]);
  return given.includes('\0') ? '' : given;
});

/** A parameter decorator that also adds to what is known of the handler's inputs. */
function withInputs(decorate: ParameterDecorator, add: (inputs: Inputs) => unknown): ParameterDecorator {
  return (controller, method, index) => {
    decorate(controller, method, index);
    add(inputsOf(controller, method!));
  };
}
