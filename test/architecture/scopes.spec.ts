import 'reflect-metadata';
import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, MODULE_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { pino } from 'pino';
import { AppModule } from '../../src/app.module.js';
import { createApp } from '../../src/application/app.setup.js';
import { foundation } from '../../src/application/foundation.js';
import { MODULES } from '../../src/application/modules.js';
import { ANY_KEY, accessOf, type Scope } from '../../src/shared/auth/access.js';
import { readSettings } from '../../src/shared/config/settings.js';
import type { FoyerPart } from '../../src/shared/foyer-module.js';
import { Endpoint, ONLY_READS } from '../../src/shared/http/endpoint/endpoint.js';
import { Empty } from '../../src/shared/http/endpoint/inputs.js';

interface Operation {
  name: string;
  method: string;
  access: string | undefined;
  onlyReads: boolean;
}

const NOWHERE = { url: 'postgres://nowhere/none', directUrl: 'postgres://nowhere/none' };

const reflector = new Reflector();

let controllers: Type[];

beforeAll(async () => {
  const app = await createApp(AppModule, readSettings({}), NOWHERE, pino({ level: 'silent' }));
  controllers = app
    .get(DiscoveryService)
    .getControllers()
    .map(({ metatype }) => metatype as Type);
  await app.close();
});

function operationsOf(controller: Type): Operation[] {
  const handlers = controller.prototype as Record<string, () => unknown>;
  return new MetadataScanner().getAllMethodNames(handlers).flatMap((name) => {
    const method = reflector.get<RequestMethod | undefined>(METHOD_METADATA, handlers[name]!);
    return method === undefined
      ? []
      : [
          {
            name,
            method: RequestMethod[method],
            access: accessOf(handlers[name]!),
            onlyReads: RequestMethod[method] === 'GET' || reflector.get(ONLY_READS, handlers[name]!) === true,
          },
        ];
  });
}

/** The module that a controller belongs to; controllers of `shared` belong to the foundation. */
function partOf(controller: Type): FoyerPart {
  const has = ({ nest }: { nest: Type }) =>
    reflector.get<Type[] | undefined>(MODULE_METADATA.CONTROLLERS, nest)?.includes(controller);
  return MODULES.find(has) ?? foundation;
}

type Scopes = Pick<FoyerPart, 'scopes' | 'scopesOfOthers'>;

function faultsOf(controller: Type, { scopes: own, scopesOfOthers = [] }: Scopes): string[] {
  const scopes = [...own, ...scopesOfOthers];
  return operationsOf(controller).flatMap(({ name, method, access, onlyReads }) => {
    if (access === 'public' || access === ANY_KEY) return [];
    if (!scopes.some((scope) => scope === access)) return `${name}: its module does not state ${access}`;
    const needed = onlyReads ? ':read' : ':write';
    return access!.endsWith(needed) ? [] : `${name}: a ${method} needs a scope that ends with ${needed}`;
  });
}

it('every operation is guarded by a scope that its module states: reads by :read, writes by :write', () => {
  expect(controllers.flatMap(operationsOf).length).toBeGreaterThan(60);
  expect(controllers.flatMap((controller) => faultsOf(controller, partOf(controller)))).toEqual([]);
});

it('every scope is stated by one module, and asked for by an operation of it', () => {
  const asked = [foundation, ...MODULES].map((part) =>
    controllers.filter((controller) => partOf(controller) === part).flatMap(operationsOf),
  );
  const stated = [foundation, ...MODULES].flatMap((part, index) =>
    part.scopes.map((scope) => ({ scope, isAsked: asked[index]!.some(({ access }) => access === scope) })),
  );
  expect(stated.filter(({ isAsked }) => !isAsked)).toEqual([]);
  expect(new Set(stated.map(({ scope }) => scope)).size).toBe(stated.length);
  const ofOthers = MODULES.flatMap(({ scopes, scopesOfOthers = [] }, index) =>
    scopesOfOthers.map((scope) => ({
      isAsked: asked[index + 1]!.some(({ access }) => access === scope),
      isStated: !scopes.includes(scope) && stated.some((each) => each.scope === scope),
    })),
  );
  expect(ofOthers.filter(({ isAsked, isStated }) => !isAsked || !isStated)).toEqual([]);
});

/** Any key may revoke itself; for others, the service asks for the scope. */
it('any key may call only the operations on the key of the request', () => {
  const open = controllers.flatMap(operationsOf).filter(({ access }) => access === ANY_KEY);
  expect(open.map(({ name }) => name).sort()).toEqual(['createChildKey', 'getOwnKey', 'revokeApiKey']);
});

describe('a planted violation is found:', () => {
  const scopes = ['notes:read', 'notes:write'] as const;
  const planted = (route: Parameters<typeof Endpoint>[0], access: Scope, isRead = false): Type => {
    class NotesController {
      handle(): void {}
    }
    const descriptor = Object.getOwnPropertyDescriptor(NotesController.prototype, 'handle')!;
    const options = { summary: '', description: '', access, isRead, answer: Empty };
    Endpoint(route, options)(NotesController.prototype, 'handle', descriptor);
    return NotesController;
  };

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('a %s that is guarded by a :read scope', (method) => {
    expect(faultsOf(planted(`${method} /notes`, 'notes:read'), { scopes })).toEqual([
      `handle: a ${method} needs a scope that ends with :write`,
    ]);
    expect(faultsOf(planted(`${method} /notes`, 'notes:write'), { scopes })).toEqual([]);
  });

  it('a GET that is guarded by a :write scope', () => {
    expect(faultsOf(planted('GET /notes', 'notes:write'), { scopes })).toEqual([
      'handle: a GET needs a scope that ends with :read',
    ]);
    expect(faultsOf(planted('GET /notes', 'notes:read'), { scopes })).toEqual([]);
  });

  it('a POST that only reads, and is guarded by a :write scope', () => {
    expect(faultsOf(planted('POST /notes', 'notes:write', true), { scopes })).toEqual([
      'handle: a POST needs a scope that ends with :read',
    ]);
    expect(faultsOf(planted('POST /notes', 'notes:read', true), { scopes })).toEqual([]);
  });

  it('a scope of another module', () => {
    expect(faultsOf(planted('GET /notes', 'topics:read'), { scopes })).toEqual([
      'handle: its module does not state topics:read',
    ]);
    const scopesOfOthers = ['topics:read'] as const;
    expect(faultsOf(planted('GET /notes', 'topics:read'), { scopes, scopesOfOthers })).toEqual([]);
  });
});
