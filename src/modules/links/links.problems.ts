import {
  type CodeMeaning,
  type Faults,
  noSuch,
  type Problems,
  type Reasons,
} from '../../shared/kernel/errors.js';
import type { ProofFault } from './domains/domain-proof.js';
import type { Reason } from './resolving/link-resolution.dto.js';

export const linkProblems: Problems = {
  domain_not_found: noSuch('domain of the tenant', 'or named in a body'),
  link_not_found: {
    kinds: ['not_found'],
    meaning:
      'The path names a link that does not exist, was deleted permanently, or belongs to another tenant.',
    remedy: 'Check the id. The list of links has the ids of those that exist.',
  },
  domain_taken: {
    kinds: ['conflict'],
    meaning: 'The tenant already has this domain.',
    remedy: 'Use the domain in `conflictsWith`.',
  },
  too_many_domains: {
    kinds: ['conflict'],
    meaning: 'The tenant has as many unproven domains as a tenant can have.',
    remedy: 'Prove some of the domains, or delete them.',
  },
  domain_in_use: {
    kinds: ['conflict'],
    meaning: 'Links are on the domain, so it can not be deleted.',
    remedy: 'Delete the links of the domain, or move them to another one.',
  },
  domain_deleted: {
    kinds: ['conflict'],
    meaning: 'The domain of the deleted link no longer exists, so the link can not be restored.',
    remedy: 'Create a new link.',
  },
  path_taken: {
    kinds: ['conflict'],
    meaning: 'Another link has this path on the same domain.',
    remedy: 'Use the link in `conflictsWith`, or choose another path.',
  },
  link_deleted: {
    kinds: ['conflict'],
    meaning: 'The link is deleted, so it does not change.',
    remedy: 'Restore the link first.',
  },
};

export const linkFaults: Faults = {
  reserved_path: {
    meaning: 'The path belongs to the service, such as those that begin with `/_foyer`.',
    remedy: 'Choose another path.',
  },
  wrong_path: {
    meaning: 'The text is not a path of a URL.',
    remedy: 'Send a path such as `/for/ada`, without host, query and fragment.',
  },
  wrong_domain: {
    meaning: 'The text is not a domain name.',
    remedy: 'Send a name such as `pages.example.com`, without protocol, port and path.',
  },
};

const proofFaults: Record<ProofFault, CodeMeaning> = {
  no_record: {
    meaning: 'The DNS has no TXT record that proves the domain.',
    remedy: 'Create the record that `proof` of the domain names. A check may need minutes to see it.',
  },
  other_value: {
    meaning: 'The TXT record that proves the domain has another value.',
    remedy: 'Correct the value. A record can have several values.',
  },
  no_answer: {
    meaning: 'No name server answered the question for the record of the domain.',
    remedy: 'Nothing: the check is repeated. If it stays, look at the name servers of the domain.',
  },
  proven_by_another: {
    meaning: 'Another tenant has proven the domain; the first proof counts.',
    remedy: 'Have the other tenant delete its domain, or ask the operator to release it.',
  },
};

/** Others have the code of a problem. */
const unresolved: Partial<Record<Reason, CodeMeaning>> = {
  unknown_domain: {
    meaning: 'The tenant has no such domain.',
    remedy: 'Register the domain, or check its spelling.',
  },
  domain_not_proven: {
    meaning: 'The domain is not proven, so its links lead nowhere.',
    remedy: 'Create the record that `proof` of the domain names.',
  },
  no_link: {
    meaning: 'There is no link at the path.',
    remedy: 'Create a link with the path, or check its spelling.',
  },
  link_expired: {
    meaning: 'The link has expired.',
    remedy: 'Set `expiresAt` of the link to a later time, or to null.',
  },
};

/** Why a domain is not proven, and why a path shows nothing. */
export const linkReasons: Reasons = { ...proofFaults, ...unresolved };
