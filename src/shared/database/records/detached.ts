/**
 * An entity outside of any unit of work, made from a row or from new values. Its methods work as on a managed entity; a
 * prepared write stores the result, or a unit of work that receives it. (Decision 53 says when.)
 */
export function detached<Entity extends object, Values extends Partial<Entity>>(
  type: { prototype: Entity },
  values: Values,
): Entity & Values {
  // Own properties: assignment would give each an accessor of the ORM, which takes four times as long.
  return { __proto__: type.prototype, ...values } as unknown as Entity & Values;
}
