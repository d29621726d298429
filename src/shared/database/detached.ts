/**
 * An entity outside of any unit of work, made from a row or from new values. Its verbs hold as for a managed one; what
 * becomes of it is stored by a prepared write. (Decision 53 tells when.)
 */
export function detached<Entity extends object>(
  type: { prototype: Entity },
  values: Partial<Entity> | object,
): Entity {
  return Object.assign(Object.create(type.prototype) as Entity, values);
}
