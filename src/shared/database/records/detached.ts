/**
 * An entity outside of any unit of work, made from a row or from new values. Its verbs hold as for a managed one; what
 * becomes of it is stored by a prepared write, or by a unit of work that it is given to. (Decision 53 tells when.)
 */
export function detached<Entity extends object, Values extends Partial<Entity>>(
  type: { prototype: Entity },
  values: Values,
): Entity & Values {
  // Own properties: by assignment each would get an accessor of the ORM, which takes four times as long.
  return { __proto__: type.prototype, ...values } as unknown as Entity & Values;
}
