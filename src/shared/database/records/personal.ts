import { optionsOf, type BuiltProperty } from '../../libraries/mikro-orm-internals.js';

/** How a value identifies a person. `id` is an id that a client chose, which may be an email address. */
export type IdentifierKind = 'name' | 'email' | 'phone' | 'profile' | 'id';

/** How a personal column is treated when its person is erased. */
export interface PersonalMark {
  /** A record is about a person if such a column has an email address, phone number or profile of the person. */
  identifies?: IdentifierKind;
  /** The value stays in a record of the person unless it contains a name of the person: figures need it. */
  keptUnlessNamed?: boolean;
  /** SQL of the value that replaces an erased one; null, `(erased)` or an empty document if not given. */
  erasedTo?: string;
}

/**
 * Marks a column that can contain data about a person. Erasing a person, finding texts that mention the person, and the
 * search of persons follow from the mark (decision 87).
 */
export function personal<Property extends BuiltProperty>(
  property: Property,
  mark: PersonalMark = {},
): Property {
  optionsOf(property).personal = mark;
  return property;
}

/** States that a text says nothing about persons, for example because it is one of a few codes. */
export function notPersonal<Property extends BuiltProperty>(property: Property): Property {
  optionsOf(property).personal = false;
  return property;
}

/** Undefined if the column is not personal. */
export function markOf(property: BuiltProperty): PersonalMark | undefined {
  return (optionsOf(property).personal as PersonalMark | false | undefined) || undefined;
}
