import type { INestApplicationContext, Type } from '@nestjs/common';
import { useContainer } from 'class-validator';

/**
 * Lets rules of fields ask what Nest provides: `getFromContainer` in a rule of ours, or a constraint class with a
 * constructor (`@Validate(SomeConstraint)`). class-validator asks for its classes at each check of each field, so
 * that they are remembered.
 */
export function injectRules(app: INestApplicationContext): void {
  const instances = new Map<Type, object>();
  const get = (type: Type): object => {
    const known = instances.get(type);
    if (known) return known;
    const made = providedBy(app, type) ?? (new type() as object);
    instances.set(type, made);
    return made;
  };
  useContainer({ get });
}

/** Most classes of class-validator are none of Nest's. */
function providedBy(app: INestApplicationContext, type: Type): object | undefined {
  try {
    return app.get<object>(type);
  } catch {
    return undefined;
  }
}
