import { unknownReference, type DomainError } from '../../shared/kernel/errors.js';

/** The domain that a link names does not exist (422). */
export function unknownDomain(id: string): DomainError {
  const named = { kind: 'domain', id } as const;
  return unknownReference('domain_not_found', '/tenantDomainId', 'There is no such tenant domain.', named);
}

/** The audience that a link names does not exist (422). */
export function unknownAudience(id: string): DomainError {
  const named = { kind: 'audience', id } as const;
  return unknownReference('audience_not_found', '/target/audienceId', 'There is no such audience.', named);
}
