import type { INestApplicationContext, Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { useContainer } from 'class-validator';

/**
 * Gives the rules of fields access to Nest's providers: `getFromContainer` in a rule of ours, or a constraint class
 * with a constructor (`@Validate(SomeConstraint)`). class-validator requests its classes at each check of each field,
 * so they are cached.
 */
export function injectRules(app: INestApplicationContext): void {
  // The application itself would log an error for each class that it does not provide.
  const providers = app.get(ModuleRef);
  const instances = new Map<Type, object>();
  const get = (type: Type): object => {
    const known = instances.get(type);
    if (known) return known;
    const made = providedBy(providers, type) ?? (new type() as object);
    instances.set(type, made);
    return made;
  };
  useContainer({ get });
}

/** Nest does not provide most classes of class-validator. */
function providedBy(providers: ModuleRef, type: Type): object | undefined {
  try {
    return providers.get<object>(type, { strict: false });
  } catch {
    return undefined;
  }
}
