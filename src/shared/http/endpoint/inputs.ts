import { Body, createParamDecorator, Query, type ExecutionContext, type Type } from '@nestjs/common';
import type { Request } from 'express';
import { ListQuery } from '../../fields/list.dto.js';
import { NOTHING, uuidOf, wrongKind, type IdPrefix } from '../../kernel/ids.js';
import { notFound } from '../../kernel/errors.js';
import { Precondition } from '../../kernel/precondition.js';

/** The inputs of a handler. `@Endpoint` needs them to document and to guard the operation. */
export interface Inputs {
  body: boolean;
  /** Whether the body is a batch. */
  batch: boolean;
  upload: boolean;
  query: boolean;
  /** Whether the query has the cursor of a list. */
  cursor: boolean;
  /** Whether the change can depend on the state of the record. */
  precondition: boolean;
  pathIds: PathIdSource[];
}

interface PathIdSource {
  parameter: string;
  prefix: IdPrefix;
  /** The number of the example record that the documentation shows. */
  example: number;
}

/** For operations that only need their path. The body may be left out. */
export class Empty {}

/** The JSON body, validated by its dto. */
export const FromBody = (): ParameterDecorator => withInputs(Body(), (inputs) => (inputs.body = true));

/** The JSON body of a batch: each item is validated by its dto. */
export const FromBatch = (): ParameterDecorator =>
  withInputs(Body(), (inputs) => (inputs.body = inputs.batch = true));

/** The fields and the file of a form, validated by their dto. The file is already in the store. */
export const FromUpload = (): ParameterDecorator => withInputs(Body(), (inputs) => (inputs.upload = true));

/** The query string, validated by its dto. */
export const FromQuery = (): ParameterDecorator =>
  withInputs(Query(), (inputs, dto) => {
    inputs.query = true;
    inputs.cursor = dto === ListQuery || dto?.prototype instanceof ListQuery;
  });

/** An id in the path, as its UUID. A malformed id maps to a UUID that does not exist. */
export function PathId(
  parameter: string,
  prefix = parameter.slice(0, -'_id'.length) as IdPrefix,
  example = 1,
): ParameterDecorator {
  const source: PathIdSource = { parameter, prefix, example };
  return withInputs(idFromPath(source), (inputs) => inputs.pathIds.unshift(source));
}

/** A path parameter as sent: an id of the service, or one that its callers assigned. */
export function PathKey(parameter: string, prefix: IdPrefix): ParameterDecorator {
  return withInputs(keyFromPath(parameter), (inputs) =>
    inputs.pathIds.unshift({ parameter, prefix, example: 1 }),
  );
}

/** The caller, for an operation whose answer depends on the scopes of the key. */
export const CurrentCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Request>().caller,
);

/** The `If-Match` of a change. */
export const IfMatch = (): ParameterDecorator =>
  withInputs(preconditionFromHeader(), (inputs) => (inputs.precondition = true));

/** Where an answer that stays open was when it ended; undefined if the caller has not read it before. */
export const LastEventId = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<Request>().get('last-event-id') || undefined,
);

export function inputsOf(controller: object, method: string | symbol): Inputs {
  const known = Reflect.getOwnMetadata(INPUTS, controller, method) as Inputs | undefined;
  if (known) return known;
  const inputs: Inputs = {
    body: false,
    batch: false,
    upload: false,
    query: false,
    cursor: false,
    precondition: false,
    pathIds: [],
  };
  Reflect.defineMetadata(INPUTS, inputs, controller, method);
  return inputs;
}

const INPUTS = Symbol('inputs');

const idFromPath = createParamDecorator(({ parameter, prefix }: PathIdSource, context: ExecutionContext) => {
  const given = String(context.switchToHttp().getRequest<Request>().params[parameter]);
  const uuid = uuidOf(prefix, given);
  const fault = uuid ? undefined : wrongKind(prefix, given);
  if (fault !== undefined) throw notFound(prefix, fault);
  return uuid ?? NOTHING;
});

const preconditionFromHeader = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    new Precondition(context.switchToHttp().getRequest<Request>().get('if-match')),
);

// PostgreSQL cannot store a NUL, so no id has one.
const keyFromPath = createParamDecorator((parameter: string, context: ExecutionContext) => {
  const given = String(context.switchToHttp().getRequest<Request>().params[parameter]);
  return given.includes('\0') ? '' : given;
});

/** A parameter decorator that also records the handler's inputs. */
function withInputs(
  decorate: ParameterDecorator,
  add: (inputs: Inputs, type: Type | undefined) => unknown,
): ParameterDecorator {
  return (controller, method, index) => {
    decorate(controller, method, index);
    const types = Reflect.getMetadata('design:paramtypes', controller, method!) as Type[] | undefined;
    add(inputsOf(controller, method!), types?.[index]);
  };
}
