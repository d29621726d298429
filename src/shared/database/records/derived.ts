import { optionsOf, type BuiltProperty } from '../../libraries/mikro-orm-internals.js';

/** Marks a column that follows from others, or that only the service itself uses: the audit log does not name it. */
export function derived<Property extends BuiltProperty>(property: Property): Property {
  optionsOf(property).derived = true;
  return property;
}
